-- Where a merchant's program is told of what happens, what it is told, and how that went.

create table webhook_endpoint (
  id            uuid primary key,
  user_id       uuid not null references app_user (id),
  url           text not null,
  events        text[] not null check (cardinality(events) > 0),
  -- Sealed with the operator's key: they must be read to sign. From a rotation until the old one is retired both sign.
  secret        bytea not null,
  former_secret bytea,
  -- Raised in the transaction that writes the delivery: no gaps, and two events of one moment wait for each other.
  last_sequence bigint not null default 0,
  created_at    timestamptz not null,
  turned_off_at timestamptz,
  turned_off_by text check (turned_off_by in ('owner', 'failing')),
  -- How sending goes. Failures in a row, after which it is left alone for a while.
  failures      integer not null default 0,
  failing_since timestamptz,
  paused_until  timestamptz,
  -- When its owner was last told that nothing arrives.
  told_at       timestamptz,
  -- One sender at a time; a crashed one's claim runs out.
  claimed_by    uuid,
  claimed_until timestamptz,
  check ((turned_off_at is null) = (turned_off_by is null))
);
create index webhook_endpoint_of_user on webhook_endpoint (user_id);

create table webhook_event (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  type       text not null,
  -- As text of JSON: it is signed, and must come back as it was written.
  data       json not null,
  -- What it tells of: an event that is worked off twice is written once.
  source     text not null,
  created_at timestamptz not null,
  unique (user_id, source)
);
create index webhook_event_age on webhook_event (created_at);

create table webhook_delivery (
  id          uuid primary key,
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  event_id    uuid not null references webhook_event (id) on delete cascade,
  sequence    bigint not null,
  state       text not null check (state in ('pending', 'delivered', 'failed', 'held')),
  -- Attempts of this round: a replay begins a new one.
  attempts    integer not null default 0,
  due_at      timestamptz not null,
  give_up_at  timestamptz not null,
  unique (endpoint_id, sequence),
  unique (endpoint_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at) where state = 'pending';
create index webhook_delivery_event on webhook_delivery (event_id);

create table webhook_attempt (
  id           uuid primary key,
  delivery_id  uuid not null references webhook_delivery (id) on delete cascade,
  at           timestamptz not null,
  status       integer,
  problem      text,
  answer       text not null,
  milliseconds integer not null
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, at desc);
