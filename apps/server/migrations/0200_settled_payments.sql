-- What reached a merchant's bank account is found by when it did, by link and by reference, and counted once a day has
-- passed: a merchant's overview takes as long with a million payments as with a hundred.

-- A payment by link while its naira is in the merchant's bank account: a payout that comes back takes it out.
create table settled_payment (
  order_id uuid primary key references customer_order (id) on delete cascade,
  user_id uuid not null,
  payment_link_id uuid not null,
  reference text,
  settled_at timestamptz not null,
  naira_kobo numeric(78, 0) not null
);
create index settled_payment_of_user on settled_payment (user_id, settled_at, order_id)
  include (payment_link_id, naira_kobo);
create index settled_payment_counting on settled_payment (settled_at);
create index settled_payment_reference on settled_payment (user_id, reference collate "C")
  include (settled_at, naira_kobo) where reference is not null;

-- Those of the days before `settled_until`, by owner, Lagos day and link.
create table settled_day (
  user_id uuid not null,
  day date not null,
  payment_link_id uuid not null,
  payments bigint not null,
  naira_kobo numeric not null,
  primary key (user_id, day, payment_link_id)
);
alter table order_counted add column settled_until timestamptz not null default '-infinity';

-- What coins have come for, and has not reached the bank: few rows, whatever else a merchant has.
create index customer_order_unsettled on customer_order (user_id, status, funding, payout) include (naira_kobo)
  where kind = 'payment' and payout <> 'paid' and status <> 'declined' and funding not in ('awaiting', 'expired');

-- Counts a settled payment that is older than `settled_until`, or takes it out.
create function count_settled(p settled_payment, change int) returns void language sql as $$
  insert into settled_day as counted (user_id, day, payment_link_id, payments, naira_kobo)
  values (p.user_id, (p.settled_at at time zone 'Africa/Lagos')::date, p.payment_link_id, change, change * p.naira_kobo)
  on conflict (user_id, day, payment_link_id)
  do update set payments = counted.payments + excluded.payments, naira_kobo = counted.naira_kobo + excluded.naira_kobo;
$$;

create function recount_settled() returns trigger language plpgsql as $$
declare
  counted timestamptz;
begin
  select settled_until into counted from order_counted;
  if tg_op = 'DELETE' then
    if old.settled_at < counted then perform count_settled(old, -1); end if;
  elsif new.settled_at < counted then
    perform count_settled(new, 1);
  end if;
  return null;
end $$;

-- `settled_until` is at least three days ago, as in order_counted: younger ones are not looked at here.
create trigger settled_inserted after insert on settled_payment for each row
  when (new.settled_at < now() - interval '2 days') execute function recount_settled();
create trigger settled_deleted after delete on settled_payment for each row
  when (old.settled_at < now() - interval '2 days') execute function recount_settled();

create function keep_settled() returns trigger language plpgsql as $$
begin
  if new.payout = 'paid' then
    insert into settled_payment (order_id, user_id, payment_link_id, reference, settled_at, naira_kobo)
    select new.id, new.user_id, new.payment_link_id, p.reference, new.updated_at, new.naira_kobo
    from payment p where p.order_id = new.id
    on conflict (order_id) do nothing;
  else
    delete from settled_payment where order_id = new.id;
  end if;
  return null;
end $$;

create trigger order_settled after update on customer_order for each row
  when (new.kind = 'payment' and old.payout is distinct from new.payout and 'paid' in (old.payout, new.payout))
  execute function keep_settled();

insert into settled_payment (order_id, user_id, payment_link_id, reference, settled_at, naira_kobo)
select o.id, o.user_id, o.payment_link_id, p.reference,
  coalesce((select max(e.at) from order_event e where e.order_id = o.id and e.type = 'payout-paid'), o.updated_at),
  o.naira_kobo
from customer_order o join payment p on p.order_id = o.id
where o.kind = 'payment' and o.payout = 'paid';
