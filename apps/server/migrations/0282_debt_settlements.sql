-- What people of the team decide on coins that a customer owes, since a chain took them back after their naira had left: taken from
-- other coins of theirs, or written off. Above the operator's threshold a second person says the same; the posting has the row's id.
create table debt_settlement (
  id                uuid primary key,
  user_id           uuid not null references app_user (id),
  -- The ledger's asset that is owed, and all that was owed of it, in its smallest units.
  asset             text not null,
  amount            numeric(78, 0) not null check (amount > 0),
  -- The coins that are taken for it; null: it is written off.
  paid_asset        text,
  paid_amount       numeric(78, 0) check (paid_amount > 0),
  reason            text not null,
  first_approved_by uuid references app_user (id),
  first_approved_at timestamptz,
  decided_by        uuid references app_user (id),
  decided_at        timestamptz,
  check ((paid_asset is null) = (paid_amount is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (first_approved_by <> decided_by)
);
-- One statement of a first person at a time; and all that was decided of a customer.
create unique index debt_settlement_open on debt_settlement (user_id, asset) where decided_at is null;
create index debt_settlement_of_user on debt_settlement (user_id);
