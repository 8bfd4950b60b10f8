-- Lists of orders and their counts take as long with the orders of ten years as with those of a day.

-- The same as the primary key, read backwards.
drop index customer_order_newest;
-- Opened payments without coins are in no list but their merchant's.
create index customer_order_begun on customer_order (created_at, id)
  where kind = 'conversion' or funding not in ('awaiting', 'expired');
create index customer_order_begun_status on customer_order (status, created_at, id)
  where kind = 'conversion' or funding not in ('awaiting', 'expired');
create index customer_order_awaited on customer_order (created_at, id)
  where (kind = 'conversion' or funding not in ('awaiting', 'expired')) and funding not in ('funded', 'overpaid', 'late');
create index customer_order_troubled on customer_order (id) where payout in ('failed', 'reversed', 'unknown');
create index customer_order_conversions on customer_order (user_id, id desc) where kind = 'conversion';

-- The orders that were made before `until` are counted; the few newer ones are counted when they are asked for, so that
-- making and paying an order writes no count.
create table order_counted (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into order_counted (until) values ('-infinity');

-- Orders that users count and see, by Lagos day.
create table order_day (
  day date not null,
  status text not null,
  is_covered boolean not null,
  orders bigint not null,
  primary key (day, status, is_covered)
);

-- All orders, by owner, link (null: conversions), and Lagos month.
create table order_month (
  user_id uuid not null,
  payment_link_id uuid,
  month date not null,
  currency text not null,
  status text not null,
  funding text not null,
  is_paid_out boolean not null,
  orders bigint not null,
  naira_kobo numeric not null,
  unique nulls not distinct (user_id, payment_link_id, month, currency, status, funding, is_paid_out)
);
create index order_month_link on order_month (payment_link_id) where payment_link_id is not null;

-- Counts an order that is older than `until`, or takes it out.
create function count_order(o customer_order, change int) returns void language sql as $$
  insert into order_day as counted (day, status, is_covered, orders)
  select (o.created_at at time zone 'Africa/Lagos')::date, o.status, o.funding in ('funded', 'overpaid', 'late'), change
  where o.kind = 'conversion' or o.funding not in ('awaiting', 'expired')
  on conflict (day, status, is_covered) do update set orders = counted.orders + excluded.orders;
  insert into order_month as counted
    (user_id, payment_link_id, month, currency, status, funding, is_paid_out, orders, naira_kobo)
  values (o.user_id, o.payment_link_id, date_trunc('month', o.created_at at time zone 'Africa/Lagos'), o.currency, o.status,
    o.funding, o.payout = 'paid', change, change * o.naira_kobo)
  on conflict (user_id, payment_link_id, month, currency, status, funding, is_paid_out)
  do update set orders = counted.orders + excluded.orders, naira_kobo = counted.naira_kobo + excluded.naira_kobo;
$$;

create function recount_order() returns trigger language plpgsql as $$
declare
  counted timestamptz;
begin
  select until into counted from order_counted;
  if tg_op = 'UPDATE' and (old.status, old.funding, old.payout, old.naira_kobo, old.created_at)
    is not distinct from (new.status, new.funding, new.payout, new.naira_kobo, new.created_at) then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.created_at < counted then perform count_order(old, -1); end if;
  if tg_op <> 'DELETE' and new.created_at < counted then perform count_order(new, 1); end if;
  return null;
end $$;

-- `until` is at least three days ago: younger orders are not looked at here, by a margin for clocks that differ.
create trigger order_inserted after insert on customer_order for each row
  when (new.created_at < now() - interval '2 days') execute function recount_order();
create trigger order_updated after update on customer_order for each row
  when (old.created_at < now() - interval '2 days' or new.created_at < now() - interval '2 days')
  execute function recount_order();
create trigger order_deleted after delete on customer_order for each row
  when (old.created_at < now() - interval '2 days') execute function recount_order();
