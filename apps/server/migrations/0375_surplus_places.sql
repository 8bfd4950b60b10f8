-- Coins that no known payment explains: the addresses that hold them, so that a person knows where to look, and since when they are in
-- the ledger. Those that an earlier version let pass are in no book, and are booked with the next ones of their asset.
alter table balance_surplus
  -- [{"address", "amount"}], amounts in smallest units as text, the largest first.
  add column places jsonb not null default '[]',
  add column booked_at timestamptz;
