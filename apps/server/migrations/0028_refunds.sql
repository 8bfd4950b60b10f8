-- A file of unsigned transactions that an operator took away to be signed: one open at a time on a network, so that no two
-- plans spend the same coins or use the same number of an account's transaction.
create table spending_plan (
  id          uuid primary key,
  network     text collate "C" not null,
  -- The file as it was written.
  body        text not null,
  has_refunds boolean not null,
  status      text not null default 'open' check (status in ('open', 'done', 'discarded')),
  made_at     timestamptz not null default clock_timestamp()
);
create unique index spending_plan_open on spending_plan (network) where status = 'open';

-- A signed transaction of ours, written before it is handed to the network: what it moves is never taken for a deposit.
create table outgoing_transaction (
  id           uuid primary key,
  plan_id      uuid not null references spending_plan (id),
  position     integer not null,
  network      text collate "C" not null,
  txid         text collate "C" not null,
  raw          text not null,
  status       text not null default 'sent' check (status in ('sent', 'seen', 'final', 'failed')),
  block_height bigint,
  block_hash   text collate "C",
  sent_at      timestamptz not null default clock_timestamp(),
  ended_at     timestamptz,
  unique (plan_id, position),
  unique (network, txid),
  check ((block_height is null) = (block_hash is null))
);
create index outgoing_transaction_open on outgoing_transaction (network) where status in ('sent', 'seen');

-- Coins that a customer wants back. They are set aside in the ledger from the request to the end.
create table refund (
  id              uuid primary key,
  user_id         uuid not null references app_user (id),
  asset           text not null,
  place           text not null check (place in ('balance', 'suspense')),
  amount          numeric(78, 0) not null check (amount > 0),
  -- Taken from the amount.
  fee             numeric(78, 0) not null check (fee >= 0 and fee < amount),
  address         text not null,
  status          text not null default 'requested'
    check (status in ('requested', 'approved', 'planned', 'sent', 'seen', 'final', 'declined')),
  reason          text,
  decided_by      uuid references app_user (id),
  decided_at      timestamptz,
  plan_id         uuid references spending_plan (id),
  txid            text collate "C",
  idempotency_key text,
  requested_at    timestamptz not null default clock_timestamp(),
  updated_at      timestamptz not null default clock_timestamp(),
  check (status not in ('planned', 'sent', 'seen', 'final') or plan_id is not null)
);
create index refund_user on refund (user_id, requested_at desc);
create index refund_open on refund (status) where status in ('requested', 'approved', 'planned', 'sent', 'seen');
create unique index refund_idempotency on refund (user_id, idempotency_key) where idempotency_key is not null;
