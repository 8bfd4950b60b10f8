-- Each provider of a network as its watcher last found it; without the key that may be in its address.
create table network_provider (
  network text not null,
  -- Its place in the list that the operator gave, from 0.
  position integer not null,
  host text not null,
  state text not null check (state in ('used', 'ready', 'lags', 'fails', 'rests')),
  height bigint,
  latency_ms integer,
  last_error text,
  last_error_at timestamptz,
  tracing text not null,
  -- What was asked of it on one day (UTC).
  day text not null,
  calls bigint not null,
  bytes bigint not null,
  checked_at timestamptz not null default clock_timestamp(),
  primary key (network, position)
);

-- A provider may invent a payment: who else said that it is there, before it was credited.
alter table deposit
  -- The provider that reported it.
  add column read_by text,
  -- Why it is not credited although it is deep enough.
  add column waits_for text check (waits_for in ('finality', 'provider', 'person')),
  -- The second provider; `one provider` where there is no other; `administrator`.
  add column vouched_by text,
  add column vouched_at timestamptz,
  -- The first of two administrators, where its value needs two.
  add column first_voucher uuid references app_user (id),
  add column first_vouched_at timestamptz;
create index deposit_vouched_alone on deposit (network, user_id, vouched_at) where vouched_by = 'one provider';
create index deposit_waiting on deposit (network) where waits_for is not null and status in ('seen', 'confirming');
