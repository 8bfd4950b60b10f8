-- Lists of orders and their counts take as long with the orders of ten years as with those of a day.

-- The same as the primary key, read backwards.
drop index customer_order_newest;
-- Opened payments without coins are in no list but their merchant's.
create index customer_order_begun on customer_order (created_at, id)
  where kind = 'conversion' or funding not in ('awaiting', 'expired');
create index customer_order_begun_status on customer_order (status, created_at, id)
  where kind = 'conversion' or funding not in ('awaiting', 'expired');
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

-- All orders, by owner, link (null: conversions), and Lagos month. `is_paid`: covered, and not declined.
create table order_month (
  user_id uuid not null,
  payment_link_id uuid,
  month date not null,
  currency text not null,
  has_begun boolean not null,
  is_paid boolean not null,
  orders bigint not null,
  naira_kobo numeric not null,
  unique nulls not distinct (user_id, payment_link_id, month, currency, has_begun, is_paid)
);
create index order_month_link on order_month (payment_link_id) where payment_link_id is not null;

create function has_begun(o customer_order) returns boolean language sql immutable as
  $$ select o.kind = 'conversion' or o.funding not in ('awaiting', 'expired') $$;
create function is_covered(o customer_order) returns boolean language sql immutable as
  $$ select o.funding in ('funded', 'overpaid', 'late') $$;

-- Counts an order that is older than `until`, or takes it out.
create function count_order(o customer_order, change int) returns void language sql as $$
  insert into order_day as counted (day, status, is_covered, orders)
  select (o.created_at at time zone 'Africa/Lagos')::date, o.status, is_covered(o), change where has_begun(o)
  on conflict (day, status, is_covered) do update set orders = counted.orders + excluded.orders;
  insert into order_month as counted (user_id, payment_link_id, month, currency, has_begun, is_paid, orders, naira_kobo)
  values (o.user_id, o.payment_link_id, date_trunc('month', o.created_at at time zone 'Africa/Lagos'), o.currency,
    has_begun(o), is_covered(o) and o.status <> 'declined', change, change * o.naira_kobo)
  on conflict (user_id, payment_link_id, month, currency, has_begun, is_paid)
  do update set orders = counted.orders + excluded.orders, naira_kobo = counted.naira_kobo + excluded.naira_kobo;
$$;

create function recount_order() returns trigger language plpgsql as $$
declare
  counted timestamptz;
begin
  select until into counted from order_counted;
  if tg_op = 'UPDATE' and (old.status, old.funding, old.naira_kobo, old.created_at)
    is not distinct from (new.status, new.funding, new.naira_kobo, new.created_at) then
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
