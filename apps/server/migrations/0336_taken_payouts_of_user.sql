-- live, because a statement asks for a person's payouts that were taken as paid, the few that may have been paid twice over.
create index concurrently payout_taken_of_user on payout (user_id) where takes > 0;
