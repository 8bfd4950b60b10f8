-- Notices are kept in parts by month, so that what is written and cleared now touches the indexes of one month alone. The table as it is
-- becomes the first part, in three migrations, of which each keeps others waiting for a moment only. A part holds the notices whose
-- source, the id of an event, was made in its month: ids begin with their time (UUID version 7), and the source is in the key by which a
-- notice is written once, which therefore holds over all parts.

-- The id before all that are made from a time on.
create function first_id_at(at timestamptz) returns text language sql immutable as $$
  select overlay(lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) || '-0000-0000-000000000000'
$$;

-- The time with which an id begins.
create function time_of_id(id text) returns timestamptz language sql immutable as $$
  select to_timestamp(('x' || lpad(left(replace(id, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0)
$$;

-- Locks for a change of the schema, for at most ten minutes of trying: who waits for a lock keeps all others waiting behind it, so each try
-- gives up after half a second.
create function lock_in_tries(statements text) returns void language plpgsql as $$
declare
  ends timestamptz := clock_timestamp() + interval '10 minutes';
begin
  loop
    begin
      perform set_config('lock_timeout', '500ms', true);
      execute statements;
      return;
    exception when lock_not_available or deadlock_detected then
      if clock_timestamp() > ends then raise; end if;
    end;
    perform pg_sleep(0.5);
  end loop;
end $$;

-- All that the table has now, and what comes until a month's beginning that is a week away at least.
do $$
declare
  bound text := first_id_at(date_trunc('month', now() + interval '7 days' + interval '1 month', 'UTC'));
begin
  -- No program wrote such a source; by hand one may have been.
  update notification set source = '0-' || source where source >= bound;
  perform lock_in_tries('lock table notification in access exclusive mode');
  execute format('alter table notification add constraint notification_first_part check (source < %L) not valid', bound);
end $$;
