-- What the rate that was held for somebody was taken from: one line a tick. Empty in those from before.
alter table quote add column evidence text not null default '';

-- What an order was promised, to the kobo: one record when it is made, another where its coins came after the lock had
-- ended. Never changed, and signed with a key that the database does not have.
create table order_quote (
  id              uuid primary key,
  order_id        uuid not null references customer_order (id),
  -- The held rate that it was made at, if any.
  held_quote_id   uuid references quote (id),
  reason          text not null check (reason in ('order', 'late')),
  asset           text not null,
  -- Of the asset, so that the arithmetic below needs no other table.
  decimals        smallint check (decimals between 0 and 30),
  amount          numeric(78, 0) not null check (amount > 0),
  rate            numeric(38, 18) not null check (rate > 0),
  market_rate     numeric(38, 18) check (market_rate >= rate),
  -- What the coins are worth at the market's rate, and what becomes of it.
  gross_kobo      numeric(78, 0) not null,
  naira_kobo      numeric(78, 0) not null check (naira_kobo > 0),
  fee_kobo        numeric(78, 0) not null check (fee_kobo >= 0),
  vat_kobo        numeric(78, 0) not null check (vat_kobo >= 0),
  -- Owed on the transfer by its sender, who is the house: no part of the sum.
  stamp_duty_kobo numeric(78, 0) not null check (stamp_duty_kobo >= 0),
  made_at         timestamptz not null,
  expires_at      timestamptz not null,
  evidence        text not null,
  signature       bytea check (octet_length(signature) = 32),
  check (gross_kobo = naira_kobo + fee_kobo + vat_kobo),
  check (naira_kobo * 10::numeric ^ decimals <= amount * rate * 100
    and amount * rate * 100 < (naira_kobo + 1) * 10::numeric ^ decimals),
  check (gross_kobo * 10::numeric ^ decimals <= amount * market_rate * 100
    and amount * market_rate * 100 < (gross_kobo + 1) * 10::numeric ^ decimals),
  -- Only a quote from before this table was there is unsigned, and it says nothing of what it was made from.
  check ((signature is null) = (decimals is null) and (signature is null) = (market_rate is null)),
  unique (order_id, id, naira_kobo)
);

insert into order_quote (id, order_id, held_quote_id, reason, asset, amount, rate, gross_kobo, naira_kobo, fee_kobo,
  vat_kobo, stamp_duty_kobo, made_at, expires_at, evidence)
select gen_random_uuid(), id, quote_id, case funding when 'late' then 'late' else 'order' end, asset, amount, rate,
  naira_kobo + spread_kobo, naira_kobo, spread_kobo, 0, 0, created_at, lock_expires_at, ''
from customer_order;

create trigger order_quote_is_final before update or delete or truncate on order_quote
  for each statement execute function history_refuse_change();

-- Quoted is what is executed: an order and each of its payouts carry the naira of the quote that they name, or the
-- database refuses them. An order names a quote that is written right after it, so it is looked for at the commit.
alter table customer_order add column order_quote_id uuid;
update customer_order o set order_quote_id = q.id from order_quote q where q.order_id = o.id;
alter table customer_order alter column order_quote_id set not null;
alter table customer_order add constraint customer_order_is_as_quoted
  foreign key (id, order_quote_id, naira_kobo) references order_quote (order_id, id, naira_kobo)
  deferrable initially deferred;

alter table payout add column order_quote_id uuid;
update payout p set order_quote_id = o.order_quote_id from customer_order o where o.id = p.order_id;
alter table payout alter column order_quote_id set not null;
alter table payout add constraint payout_is_as_quoted
  foreign key (order_id, order_quote_id, amount_kobo) references order_quote (order_id, id, naira_kobo);

-- The page of the product that a notification leads to.
alter table notification add column page text;
