-- Transfers that a bank made and that the books did not know, as its own list shows them, and what was decided of each.
create table recovery_transfer (
  id                uuid primary key,
  fence_id          uuid not null references fence (id),
  rail              text not null,
  reference         text not null,
  amount_kobo       numeric(78, 0) not null check (amount_kobo > 0),
  -- Where it went, as far as the bank says.
  account_number    text,
  -- The bank’s word for it when its list was read last.
  bank_state        text not null check (bank_state in ('pending', 'paid', 'failed', 'reversed', 'unclear')),
  made_at           timestamptz not null,
  -- open: to be decided. paid: booked as the payout of an order. owed: its receiver owes it to us, and settled: no more.
  -- noted: a person has written why nothing is booked. void: the bank says that it did not go through.
  status            text not null default 'open' check (status in ('open', 'paid', 'owed', 'settled', 'noted', 'void')),
  order_id          uuid references customer_order (id),
  user_id           uuid references app_user (id),
  -- What an administrator wrote.
  reason            text,
  -- What the first of two administrators wanted done with it.
  proposal          text,
  first_approved_by uuid references app_user (id),
  first_approved_at timestamptz,
  decided_by        uuid references app_user (id),
  decided_at        timestamptz,
  unique (rail, reference),
  check ((status = 'paid') <= (order_id is not null)),
  check ((status in ('owed', 'settled')) <= (user_id is not null)),
  check ((status = 'noted') <= (reason is not null))
);
create index recovery_transfer_reference on recovery_transfer (reference);
create index recovery_transfer_owed on recovery_transfer (user_id) where status = 'owed';
