-- A customer's order to turn coins into naira, with its three independent facts: status, funding, payout.
create table customer_order (
  id                 uuid primary key,
  kind               text not null check (kind in ('conversion')),
  user_id            uuid not null references app_user (id),
  wallet_id          uuid not null references wallet (id),
  currency           text not null,
  network            text not null,
  -- Ledger asset code, `CURRENCY@network`.
  asset              text not null,
  amount             numeric(78, 0) not null check (amount > 0),
  -- Naira for one whole coin, after the spread; with `naira_kobo` replaced together, once, when funded late.
  rate               numeric(38, 18) not null check (rate > 0),
  naira_kobo         numeric(78, 0) not null check (naira_kobo > 0),
  lock_expires_at    timestamptz not null,
  quote_id           uuid references quote (id),
  idempotency_key    text,
  status             text not null check (status in ('pending', 'processing', 'approved', 'declined')),
  funding            text not null check (funding in ('awaiting', 'confirming', 'funded', 'underpaid', 'overpaid', 'late', 'expired')),
  payout             text not null default 'none' check (payout in ('none', 'queued', 'sent', 'unknown', 'paid', 'failed', 'reversed')),
  -- What has arrived towards it, in the asset's smallest units; the coins are in the customer's balance until it is funded.
  received           numeric(78, 0) not null default 0 check (received >= 0),
  priority           text not null check (priority in ('low', 'medium', 'high')),
  -- Where the naira goes, as it stood when the order was made and as the approver sees it.
  account_number     text not null,
  bank_code          text not null,
  bank_name          text not null,
  account_name       text not null,
  decided_by         uuid references app_user (id),
  decided_at         timestamptz,
  decline_reason     text,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  check (payout = 'none' or (status in ('approved', 'processing') and funding in ('funded', 'overpaid', 'late')))
);
create index customer_order_user on customer_order (user_id, id desc);
create index customer_order_newest on customer_order (id desc);
create index customer_order_changed on customer_order (updated_at);
create unique index customer_order_idempotency on customer_order (user_id, idempotency_key) where idempotency_key is not null;
-- Orders that a deposit may still fund.
create index customer_order_open on customer_order (wallet_id, created_at)
  where status <> 'declined' and funding in ('awaiting', 'confirming', 'underpaid', 'expired');
create index customer_order_lock on customer_order (lock_expires_at)
  where status <> 'declined' and funding in ('awaiting');

-- The order's timeline: appended to, never changed.
create table order_event (
  id       uuid primary key,
  order_id uuid not null references customer_order (id),
  at       timestamptz not null default clock_timestamp(),
  type     text not null,
  text     text not null
);
create index order_event_order on order_event (order_id, at);

-- Which order a confirmed deposit counted towards; null: to none, it is in the balance. Decided once a deposit.
create table order_deposit (
  deposit_id uuid primary key,
  order_id   uuid references customer_order (id),
  decided_at timestamptz not null default now()
);
create index order_deposit_order on order_deposit (order_id) where order_id is not null;
