-- Coins at deposit addresses that no known payment explains are looked for at each of the network's providers before the
-- network stops: while `stopped_at` is null its watcher looks. The version before stops at once, and so do rows of its.
alter table balance_surplus
  add column stopped_at timestamptz default clock_timestamp(),
  -- The newest block at which it was found: providers are asked once there is a newer one.
  add column seen_height bigint,
  -- The addresses that hold the asset, those first whose balance is not the sum of their payments.
  add column address_keys text[] not null default '{}';
