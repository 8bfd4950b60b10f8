-- Coins that were booked as the operator's own and are not: what was taken back to suspense, where their owner can be credited.
create table operator_return (
  id                uuid primary key,
  -- A deposit without an owner, or a share of a surplus.
  coins_id          uuid not null,
  amount            numeric(78, 0) not null check (amount > 0),
  reason            text not null,
  first_approved_by uuid references app_user (id),
  first_approved_at timestamptz,
  decided_by        uuid references app_user (id),
  decided_at        timestamptz,
  check (first_approved_by <> decided_by)
);
create index operator_return_coins on operator_return (coins_id);
-- What the first of two people said: one at a time.
create unique index operator_return_first on operator_return (coins_id) where decided_at is null;
