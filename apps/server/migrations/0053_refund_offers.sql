-- Coins of a payment that became no naira, which its merchant offers back to its payer: the payer gives an address, the
-- merchant confirms it, and from then on it is a refund like any other.
create table refund_offer (
  id           uuid primary key,
  order_id     uuid not null references customer_order (id),
  asset        text not null,
  amount       numeric(78, 0) not null check (amount > 0),
  -- Taken from the amount, as it was stated to both.
  fee          numeric(78, 0) not null check (fee >= 0 and fee < amount),
  status       text not null default 'offered' check (status in ('offered', 'answered', 'confirmed', 'withdrawn')),
  address      text,
  refund_id    uuid unique references refund (id),
  -- The states of the refund that the payment's timeline has told, each once however often the event comes.
  told         text[] not null default '{}',
  offered_at   timestamptz not null default clock_timestamp(),
  answered_at  timestamptz,
  ended_at     timestamptz,
  check ((status = 'offered') = (address is null) or status = 'withdrawn'),
  check ((status = 'confirmed') = (refund_id is not null))
);
create index refund_offer_order on refund_offer (order_id, offered_at);
-- Of one coin of a payment one offer at a time.
create unique index refund_offer_open on refund_offer (order_id, asset) where status in ('offered', 'answered');
