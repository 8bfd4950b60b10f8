-- Messages that commit with the change that they tell. A row is deleted once its handler has succeeded.
create table event (
  id uuid primary key,
  type text not null,
  payload jsonb not null,
  -- At most one open event of a type carries this key.
  key text,
  created_at timestamptz not null default now(),
  -- Null: at once. Otherwise not before this moment, also for a retry.
  run_at timestamptz,
  attempts integer not null default 0,
  -- Until this moment of the database's clock a worker has it; after it, another may take it.
  claimed_until timestamptz,
  last_error text,
  -- Given up on: kept for a person to look at.
  dead_at timestamptz
);

-- Two indexes, so that a long queue of delayed events does not slow the search for those due at once.
create index event_immediate on event (id) where run_at is null and dead_at is null;
create index event_delayed on event (run_at) where run_at is not null and dead_at is null;
create unique index event_open_key on event (type, key) where key is not null and dead_at is null;
create index event_dead on event (dead_at) where dead_at is not null;

-- Who alone does a thing for now, by the database's clock.
create table lease (
  name text primary key,
  holder text not null,
  expires_at timestamptz not null
);
