-- Several plans of a network may be open at once: what one of them uses, the next one leaves alone.
drop index spending_plan_open;
create index spending_plan_open on spending_plan (network) where status = 'open';
alter table spending_plan
  -- The plans of one draft that is too large for one file: parts 1 to `parts` of a batch, sent in their order.
  add column batch_id uuid,
  add column part integer not null default 1,
  add column parts integer not null default 1,
  -- Counts the plans of a network: of two that are drafted at the same moment one is refused.
  add column turn integer,
  -- What was left out and why, for people.
  add column notes text[] not null default '{}',
  add column made_by uuid references app_user (id),
  add column sent_by uuid references app_user (id);
create unique index spending_plan_turn on spending_plan (network, turn);
create index spending_plan_newest on spending_plan (made_at desc);

-- When a node accepted the transaction, and what it said where it did not.
alter table outgoing_transaction
  add column handed_at timestamptz,
  add column tried_at timestamptz,
  add column refusal text;

-- Coins that left a deposit address, less the gas that it got: with its deposits this says what is still there.
create table moved_coins (
  network text collate "C" not null,
  address text collate "C" not null,
  asset   text collate "C" not null,
  amount  numeric(78, 0) not null,
  primary key (network, address, asset)
);
insert into moved_coins (network, address, asset, amount)
select network, address, asset, sum(amount) from (
  select o.network, t -> 'from' ->> 'address' as address, t ->> 'asset' as asset, (t ->> 'amount')::numeric as amount
  from outgoing_transaction o join spending_plan p on p.id = o.plan_id,
    lateral (select p.body::jsonb -> 'transactions' -> o.position as t) planned
  where o.status = 'final' and t ->> 'purpose' = 'sweep' and t -> 'from' ->> 'chain' = '0'
  union all
  select o.network, i -> 'place' ->> 'address', case o.network when 'cardano' then 'ADA@cardano' else 'BTC@mainnet' end,
    (i ->> 'amount')::numeric
  from outgoing_transaction o join spending_plan p on p.id = o.plan_id,
    lateral jsonb_array_elements(p.body::jsonb -> 'transactions' -> o.position -> 'inputs') i
  where o.status = 'final' and o.network in ('cardano', 'mainnet') and i -> 'place' ->> 'chain' = '0'
) moved group by network, address, asset;

-- What administrators ask of the treasury that takes its nodes a while: done by a worker, one after the other a network.
create table treasury_task (
  id         uuid primary key,
  kind       text not null check (kind in ('sweep', 'refunds', 'replace', 'top-up')),
  network    text collate "C" not null,
  -- The plan that is to be replaced.
  plan_id    uuid references spending_plan (id),
  -- Whether every address is looked at, and not only those that hold something by the books.
  everywhere boolean not null default false,
  asked_by   uuid not null references app_user (id),
  asked_at   timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at   timestamptz,
  is_done    boolean,
  -- What came of it, in sentences.
  words      text[] not null default '{}',
  check ((ended_at is null) = (is_done is null)),
  check (kind <> 'replace' or plan_id is not null)
);
create unique index treasury_task_open on treasury_task (network, kind) where ended_at is null;
create index treasury_task_newest on treasury_task (asked_at desc);
