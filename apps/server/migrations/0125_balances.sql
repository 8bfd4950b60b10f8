-- Addresses whose balance is to be compared with their known payments: those of deposits that were credited since.
create table balance_check (
  network text not null,
  address_id uuid not null references deposit_address (id),
  asked_at timestamptz not null default clock_timestamp(),
  primary key (network, address_id)
);
-- What deposit addresses held above their known payments. While one of a network is not explained, nothing is read there.
create table balance_surplus (
  id uuid primary key,
  network text not null,
  asset text not null,
  amount numeric(78, 0) not null check (amount > 0),
  found_at timestamptz not null default clock_timestamp(),
  explained_at timestamptz,
  reason text,
  check ((explained_at is null) = (reason is null))
);
create unique index balance_surplus_open on balance_surplus (network, asset) where explained_at is null;
