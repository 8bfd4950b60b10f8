/** The simulated time and the copies of the database, as functions of the database itself. */
export const SIMULATION_SQL = `
create schema sim;
create table sim.clock (at timestamptz not null);
insert into sim.clock values ('2026-01-05T08:00:00Z');
create function sim.now() returns timestamptz language sql stable as 'select at from sim.clock';
create function sim.clock_timestamp() returns timestamptz language sql stable as 'select at from sim.clock';
create function sim.tables() returns setof text language sql stable as
  'select relname::text from pg_class where relnamespace = ''public''::regnamespace and relkind = ''r'' and relname <> ''schema_migration'' order by 1';
create function sim.snapshot() returns jsonb language plpgsql as $$
declare name text; part jsonb; whole jsonb := '{}';
begin
  for name in select * from sim.tables() loop
    execute format('select jsonb_agg(to_jsonb(r)) from public.%I r', name) into part;
    if part is not null then whole := whole || jsonb_build_object(name, part); end if;
  end loop;
  return whole;
end $$;
create function sim.clear() returns setof text language plpgsql as $$
declare name text;
begin
  perform set_config('session_replication_role', 'replica', true);
  for name in select * from sim.tables() loop
    if pg_relation_size(('public.' || quote_ident(name))::regclass) > 0 then
      execute format('delete from public.%I', name);
      return next name;
    end if;
  end loop;
end $$;
create function sim.fill(whole jsonb) returns void language plpgsql as $$
declare name text; columns text; sequence record;
begin
  perform set_config('session_replication_role', 'replica', true);
  for name in select jsonb_object_keys(whole) loop
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
      where attrelid = ('public.' || quote_ident(name))::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('insert into public.%I (%s) overriding system value select %s from jsonb_populate_recordset(null::public.%I, $1)',
      name, columns, columns, name) using whole -> name;
  end loop;
  for sequence in select a.attrelid::regclass::text as owner, a.attname as name from pg_attribute a
    join pg_class c on c.oid = a.attrelid where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' loop
    execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce((select max(%I) from %s), 0) + 1, false)',
      sequence.owner, sequence.name, sequence.name, sequence.owner);
  end loop;
end $$;
`;
