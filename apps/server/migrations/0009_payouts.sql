-- An instruction to a bank rail. The row is committed before the call, so that a crash can only be asked about.
create table payout (
  id                uuid primary key,
  order_id          uuid not null references customer_order (id),
  -- 1 for the first; a retry after failure is a new row with a new reference.
  attempt           integer not null check (attempt > 0),
  rail              text not null,
  -- Ours, unique for ever, sent to the rail and asked about by it.
  reference         text not null unique,
  amount_kobo       numeric(78, 0) not null check (amount_kobo > 0),
  account_number    text not null,
  bank_code         text not null,
  bank_name         text not null,
  account_name      text not null,
  status            text not null check (status in ('queued', 'sent', 'unknown', 'paid', 'failed', 'reversed')),
  -- How often the rail was asked about it, and since when it has said that it knows nothing.
  checks            integer not null default 0,
  not_found_since   timestamptz,
  needs_person      boolean not null default false,
  session_id        text,
  failure_reason    text,
  created_at        timestamptz not null default now(),
  sent_at           timestamptz,
  settled_at        timestamptz,
  updated_at        timestamptz not null default now(),
  unique (order_id, attempt)
);
-- At most one payout of an order can be under way or have succeeded.
create unique index payout_live on payout (order_id) where status in ('queued', 'sent', 'unknown', 'paid');
create index payout_open on payout (status) where status in ('queued', 'sent', 'unknown');
-- Orders that a payout is due for and that nobody has made one for: few at any moment.
create index customer_order_payable on customer_order (id)
  where payout = 'none' and status in ('approved', 'processing') and funding in ('funded', 'overpaid', 'late');
