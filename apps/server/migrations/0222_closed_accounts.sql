-- Accounts that were closed: since when, by which administrator (null: by their owner), from when on what no law makes us keep is erased, and
-- when it was. A closed account is disabled too, so that the version before keeps it shut.
alter table app_user
  add column closed_at timestamptz,
  add column closed_by uuid references app_user (id),
  add column erase_from timestamptz,
  add column erased_at timestamptz,
  add constraint app_user_closed check (
    num_nulls(closed_at, erase_from) <> 1 and num_nonnulls(erased_at) <= num_nonnulls(closed_at) and num_nonnulls(closed_at) <= num_nonnulls(disabled_at)
  );
create index app_user_to_erase on app_user (erase_from) where closed_at is not null and erased_at is null;

-- Coins that became final for a closed account: a person decides on each.
create table late_deposit (
  deposit_id uuid primary key references deposit (id),
  user_id    uuid not null references app_user (id),
  noted_at   timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by uuid references app_user (id),
  refund_id  uuid references refund (id),
  reason     text,
  check ((settled_at is null) = (settled_by is null) and (settled_at is not null or (refund_id is null and reason is null)))
);
create index late_deposit_open on late_deposit (noted_at) where settled_at is null;
create index late_deposit_user on late_deposit (user_id);

-- The owner of an account closes it, which is part of its history.
alter table account_change drop constraint account_change_change_check;
alter table account_change add constraint account_change_change_check check (change ~ '^[a-z]+(-[a-z]+)*$');
create index late_deposit_refund on late_deposit (refund_id) where refund_id is not null;
