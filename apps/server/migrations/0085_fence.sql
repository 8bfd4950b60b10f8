-- While a fence is up no payout, refund or sweep leaves: the books may be older than what the bank and the chains have
-- done since. Kept for ever.
create table fence (
  id              uuid primary key,
  cause           text not null check (cause in ('restored', 'older-than-file', 'unknown-transfer', 'operator')),
  -- For people: what was seen.
  reason          text not null,
  raised_at       timestamptz not null default clock_timestamp(),
  -- The banks’ lists are read from here on: safely before the newest thing that the books are sure of.
  read_from       timestamptz not null,
  -- It takes two administrators, or one and the operator at the machine, to lift it.
  first_lifted_by uuid references app_user (id),
  first_lifted_at timestamptz,
  lifted_by       uuid references app_user (id),
  lifted_at       timestamptz,
  -- Set where the second was the operator at the machine, with their words.
  lifted_on_machine text,
  check (lifted_at is null or (lifted_by is not null and (lifted_on_machine is not null or first_lifted_by is not null))),
  check (first_lifted_by is distinct from lifted_by or lifted_by is null or lifted_on_machine is not null)
);
create unique index fence_open on fence ((true)) where lifted_at is null;

-- Counts the commits that let something leave, and says whether anything may. One row for the whole installation:
-- whoever lets something leave and whoever raises the fence lock it, so that neither overtakes the other.
create table departure (
  only_row     boolean primary key default true check (only_row),
  -- Tells this database from another one: the file beside each server names it.
  installation uuid not null default gen_random_uuid(),
  epoch        bigint not null default 0 check (epoch >= 0),
  open_fence   uuid references fence (id)
) with (fillfactor = 50);
insert into departure default values;

-- What has been compared since a fence was raised: each rail's list, each network's chain. It is lifted once all are done.
create table recovery_check (
  fence_id   uuid not null references fence (id),
  part       text not null check (part in ('rail', 'chain')),
  -- The rail's or the network's name.
  name       text not null,
  state      text not null check (state in ('reading', 'done', 'failed')),
  -- For people: what was read, or why it could not be.
  detail     text not null,
  -- Up to when the whole of it was read.
  read_to    timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (fence_id, part, name)
);
