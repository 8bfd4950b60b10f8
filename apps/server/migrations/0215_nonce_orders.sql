-- Nonce accounts that administrators ask for on the page of the treasury: the key that pays for them, sealed, can spend only
-- what the operator sends to its address.
alter table treasury_task
  drop constraint treasury_task_kind_check,
  add constraint treasury_task_kind_check check (kind in ('sweep', 'refunds', 'replace', 'top-up', 'nonces')),
  -- How many nonces are asked for.
  add column count integer;
create table nonce_order (
  network       text collate "C" not null,
  treasury      text collate "C" not null,
  sealed_secret bytea not null,
  -- How many accounts this key is to have made, over all orders.
  count         integer not null check (count between 1 and 1000),
  ordered_at    timestamptz not null default clock_timestamp(),
  -- Null while some of them are still to be made.
  made_at       timestamptz,
  primary key (network, treasury)
);
