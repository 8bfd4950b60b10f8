-- live, because each payout that leaves asks whether the chain has taken back coins of its owner since it was made.
create index concurrently deposit_reverted on deposit (user_id, updated_at) where status = 'reverted';
