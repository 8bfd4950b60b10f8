-- live, because a person's statement asks for the payouts of a month among all that they ever got.
create index concurrently payout_settled_of_user on payout (user_id, settled_at) where settled_at is not null;
