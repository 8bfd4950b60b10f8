-- The table becomes the first part of one that has its name, columns and index: nothing is read or copied.
select lock_in_tries('lock table order_event in access exclusive mode; lock table customer_order in share row exclusive mode');

alter table order_event rename to order_event_first;
alter index order_event_pkey rename to order_event_first_pkey;
alter index order_event_order rename to order_event_first_order;

-- Its id is the key of each part: an id is never made twice.
create table order_event (
  id       uuid not null,
  order_id uuid not null constraint order_event_order_id_fkey references customer_order (id),
  at       timestamptz not null default clock_timestamp(),
  type     text not null,
  text     text not null
) partition by range (order_id);
create index order_event_order on order_event (order_id, at);

do $$
begin
  execute format('alter table order_event attach partition order_event_first for values from (minvalue) to (%L)', (
    select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}') from pg_constraint
    where conname = 'order_event_first_part' and conrelid = 'order_event_first'::regclass));
end $$;

-- Where no month was made for it: no line is refused.
create table order_event_other (like order_event including all, primary key (id));
alter table order_event attach partition order_event_other default;

-- The parts of the tables in months that have an end, and that end.
create view month_part as
  select i.inhparent::regclass as whole, c.oid::regclass as part, ends
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''\)') as ends
  where i.inhparent in ('notification'::regclass, 'order_event'::regclass) and ends is not null;

-- Makes the months that are missing of a table until a time, by the column with the id whose time counts; answers how many. One process
-- does it, and where it would have to wait for a lock for more than a second it fails, and is called again later. What had no month before
-- moves into its own.
create function make_months(whole regclass, id_column text, until timestamptz) returns integer
  language plpgsql set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  begins timestamptz;
  made integer := 0;
  bounds text[];
  part text;
begin
  execute format('lock table %s in share update exclusive mode', whole);
  select max(time_of_id(ends)) into begins from month_part m where m.whole = make_months.whole;
  while begins < until loop
    bounds := array[first_id_at(begins), first_id_at(begins + interval '1 month')];
    part := whole || '_' || to_char(begins, 'YYYY_MM');
    execute format('create table %I (like %s including all, primary key (id))', part, whole);
    execute format('lock table %I in access exclusive mode', whole || '_other');
    execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *) insert into %5$I select * from moved',
      whole || '_other', id_column, bounds[1], bounds[2], part);
    execute format('alter table %s attach partition %I for values from (%L) to (%L)', whole, part, bounds[1], bounds[2]);
    begins := begins + interval '1 month';
    made := made + 1;
  end loop;
  return made;
end $$;

create or replace function notification_make_months(until timestamptz) returns integer language sql as $$
  select make_months('notification', 'source', until)
$$;

select make_months('order_event', 'order_id', now() + interval '3 months');
