-- What administrators did to people, orders and payouts: who, what, on whom, why, when. Appended to, never changed.
create table admin_action (
  id       uuid primary key,
  at       timestamptz not null default clock_timestamp(),
  admin_id uuid not null references app_user (id),
  action   text not null check (action in (
    'user-disabled', 'user-enabled', 'order-approved', 'order-declined',
    'payout-asked', 'payout-not-made', 'payout-retried'
  )),
  -- On whom; for an order or a payout, whose it is.
  user_id  uuid not null references app_user (id),
  order_id uuid references customer_order (id),
  reason   text
);
create index admin_action_user on admin_action (user_id, at desc);

-- Decisions from before this table was there.
insert into admin_action (id, at, admin_id, action, user_id, order_id, reason)
select gen_random_uuid(), decided_at, decided_by, 'order-' || status, user_id, id, decline_reason
from customer_order where decided_by is not null and decided_at is not null and status in ('approved', 'declined');

-- Where each person's naira went, from when on. Appended to, never changed.
create table bank_account_change (
  id             uuid primary key,
  user_id        uuid not null references app_user (id),
  at             timestamptz not null,
  account_number text not null,
  bank_name      text not null,
  account_name   text not null
);
create index bank_account_change_user on bank_account_change (user_id, at desc);

insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name)
select gen_random_uuid(), user_id, updated_at, account_number, bank_name, account_name from bank_account;

create function history_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the history is written once' using errcode = 'restrict_violation';
end $$;

create trigger admin_action_is_final before update or delete or truncate on admin_action
  for each statement execute function history_refuse_change();
create trigger bank_account_change_is_final before update or delete or truncate on bank_account_change
  for each statement execute function history_refuse_change();

-- What a person is found by, in small letters: name, e-mail address, phone number as typed, and after a # its digits.
-- Written by the program, whose small letters don't depend on how the database was set up.
alter table app_user add column search_key text not null default '';
update app_user set search_key =
  lower(first_name || ' ' || last_name || e'\n' || email || e'\n' || phone || e'\n#' || phone_key);

-- A search for a part of a text reads no more than what fits, where the database has trigrams to be had (every usual
-- one); else it reads the whole table.
do $$
begin
  if exists (select 1 from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
    create index app_user_search on app_user using gin (search_key gin_trgm_ops);
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm may not be installed by this role: searching people reads all of them';
end $$;
-- Also of sessions that have ended: when somebody was last seen.
create index session_history on session (user_id, created_at desc);
-- Payouts that somebody has to decide on: few at any moment.
create index payout_needs_person on payout (order_id) where needs_person;
