-- The table becomes the first part of one that has its name, columns, keys and indexes: nothing is read or copied.
select lock_in_tries('lock table notification in access exclusive mode; lock table app_user in share row exclusive mode');

alter table notification rename to notification_first;
alter index notification_pkey rename to notification_first_pkey;
alter index notification_user_id_source_key rename to notification_first_user_id_source_key;
alter index notification_user rename to notification_first_user;
alter index notification_created rename to notification_first_created;
alter index notification_cleared rename to notification_first_cleared;

-- Its id is the key of each part: an id is never made twice.
create table notification (
  id          uuid not null,
  user_id     uuid not null constraint notification_user_id_fkey references app_user (id),
  -- The event that it tells of: told once.
  source      text not null,
  type        text not null constraint notification_type_check check (type in ('payment', 'update')),
  message     text not null,
  sender_name text not null,
  created_at  timestamptz not null default clock_timestamp(),
  cleared_at  timestamptz,
  page        text,
  unique (user_id, source)
) partition by range (source);
create index notification_user on notification (user_id, created_at desc) where cleared_at is null;
create index notification_created on notification (created_at);
create index notification_cleared on notification (cleared_at) where cleared_at is not null;

do $$
begin
  execute format('alter table notification attach partition notification_first for values from (minvalue) to (%L)', (
    select substring(pg_get_constraintdef(oid) from '[0-9a-f]{8}-[0-9a-f]{4}-0000-0000-0{12}') from pg_constraint
    where conname = 'notification_first_part' and conrelid = 'notification_first'::regclass));
end $$;

-- Where no month was made for it: no notice is refused.
create table notification_other (like notification including all, primary key (id));
alter table notification attach partition notification_other default;

-- The parts that have an end, and that end.
create view notification_part as
  select c.oid::regclass as part, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([0-9a-f-]{36})''\)') as ends
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'notification'::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT';

-- Makes the months that are missing until a time; answers how many. One process does it, and where it would have to wait for a lock for
-- more than a second it fails, and is called again later. What had no month before moves into its own.
create function notification_make_months(until timestamptz) returns integer language plpgsql set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  begins timestamptz;
  made integer := 0;
  bounds text[];
  part text;
begin
  lock table notification in share update exclusive mode;
  select max(time_of_id(ends)) into begins from notification_part;
  while begins < until loop
    bounds := array[first_id_at(begins), first_id_at(begins + interval '1 month')];
    part := 'notification_' || to_char(begins, 'YYYY_MM');
    execute format('create table %I (like notification including all, primary key (id))', part);
    lock table notification_other in access exclusive mode;
    execute format('with moved as (delete from notification_other where source >= %L and source < %L returning *)
      insert into %I select * from moved', bounds[1], bounds[2], part);
    execute format('alter table notification attach partition %I for values from (%L) to (%L)', part, bounds[1], bounds[2]);
    begins := begins + interval '1 month';
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the parts that ended before a time and are empty, as all in them was erased; answers how many. A part is looked through only
-- once vacuum has given back its pages, so that nothing waits long. One process does it, and fails rather than wait for a lock for more
-- than a second.
create function notification_drop_months(before timestamptz) returns integer language plpgsql set lock_timeout = '1s' as $$
declare
  old regclass;
  is_used boolean;
  dropped integer := 0;
begin
  lock table notification in share update exclusive mode;
  for old in select part from notification_part where ends <= first_id_at(before) and pg_relation_size(part) < 8000000 order by ends loop
    execute format('select exists (select from %s)', old) into is_used;
    continue when is_used;
    lock table notification in access exclusive mode;
    execute format('select exists (select from %s)', old) into is_used;
    continue when is_used;
    execute format('drop table %s', old);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

select notification_make_months(now() + interval '3 months');
