-- A payment by link is an order of its own kind: it belongs to the merchant, has a deposit address of its own instead of a
-- wallet, and goes the way of every order from its coins to the bank.

-- The asset that was asked for at an address made for one payment; null: a wallet's. What arrives there of it is set aside
-- at once, so that the merchant can't spend a part that waits for its rest.
alter table deposit_address add column payment_asset text;

alter table customer_order
  alter column wallet_id drop not null,
  add column address_id uuid references deposit_address (id),
  add column payment_link_id uuid references payment_link (id),
  drop constraint customer_order_kind_check,
  add constraint customer_order_kind check (
    (kind = 'conversion' and wallet_id is not null and address_id is null and payment_link_id is null)
    or (kind = 'payment' and wallet_id is null and address_id is not null and payment_link_id is not null));
create unique index customer_order_address on customer_order (address_id) where address_id is not null;
create index customer_order_link on customer_order (payment_link_id, id desc) where payment_link_id is not null;

-- What only a payment has. Its order's `received` counts everything that arrived for it; what goes beyond the amount is in
-- the merchant's balance.
create table payment (
  order_id        uuid primary key references customer_order (id),
  -- As they were shown when it was opened.
  name            text not null,
  purpose         text not null,
  -- What was asked for, as a decimal text: coins are worked out anew from it whenever a rate is held.
  amount_currency text not null,
  amount          text not null,
  -- Until when it counts as open although nothing has arrived, with or without a rate that is held for it.
  open_until      timestamptz not null,
  reference       text,
  payer_email     text
);
create index payment_open on payment (open_until);

-- The payment that used up a once-only link.
alter table payment_link add column used_by uuid references customer_order (id);

-- `renewed`: a payment's rate was held anew; `settled`: its merchant took what had arrived.
alter table order_quote
  drop constraint order_quote_reason_check,
  add constraint order_quote_reason_check check (reason in ('order', 'late', 'renewed', 'settled'));

create index deposit_address_arrivals on deposit (address_id, seen_at);
