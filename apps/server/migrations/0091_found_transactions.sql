-- Transactions that addresses of ours sent and that the books don't know, as after a restore: what was planned, signed and sent since
-- the backup. No refund to whom one of them paid is planned or sent until a person has said what it was.
create table found_transaction (
  id           uuid primary key,
  network      text collate "C" not null,
  txid         text collate "C" not null,
  block_height bigint not null,
  block_hash   text collate "C" not null,
  -- seen: in a block, and not booked yet; booked: what it moved is in the ledger; planned: it is the one that a plan of the
  -- books has, and was booked as that.
  status       text not null default 'seen' check (status in ('seen', 'booked', 'planned')),
  -- In the network's own coin; null until it is booked.
  fee          numeric(78, 0),
  found_at     timestamptz not null default clock_timestamp(),
  booked_at    timestamptz,
  unique (network, txid),
  check ((status = 'booked') = (fee is not null and booked_at is not null) or status = 'planned')
);
create index found_transaction_seen on found_transaction (network, block_height) where status = 'seen';

-- What one of them paid to somebody else, and what a person said it was.
create table found_payment (
  id             uuid primary key,
  transaction_id uuid not null references found_transaction (id),
  asset          text not null,
  -- As the chain has it, and as a person writes it.
  address_key    text collate "C" not null,
  address        text not null,
  amount         numeric(78, 0) not null check (amount > 0),
  -- refund: a refund of the books; customer: it went to a customer, whose balance it is taken from; operator: it was the operator's own.
  kind           text check (kind in ('refund', 'customer', 'operator')),
  refund_id      uuid references refund (id),
  user_id        uuid references app_user (id),
  reason         text,
  decided_by     uuid references app_user (id),
  decided_at     timestamptz,
  unique (transaction_id, asset, address_key),
  check ((kind is null) = (decided_by is null) and (kind is null) = (decided_at is null) and (kind is null) = (reason is null)),
  check ((kind = 'refund') = (refund_id is not null) or kind is null),
  check ((kind = 'customer') = (user_id is not null) or kind is null)
);
create unique index found_payment_refund on found_payment (refund_id) where refund_id is not null;
create index found_payment_open on found_payment (id) where kind is null;

-- One that was paid by a transaction of a plan that these books never had.
alter table refund
  drop constraint refund_check1,
  add constraint refund_plan_check check (status not in ('planned', 'sent', 'seen', 'final') or plan_id is not null
    or (status = 'final' and txid is not null));
