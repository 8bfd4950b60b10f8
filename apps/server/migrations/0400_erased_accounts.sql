-- live, because the operator asks whose payout account the books still keep after their account was erased.
create index concurrently app_user_erased on app_user (erased_at) where erased_at is not null;
