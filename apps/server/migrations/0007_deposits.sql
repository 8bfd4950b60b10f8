-- The blocks that a watcher has read, as deep as the longest confirmation policy. The cursor is the last row.
create table block (
  network     text not null,
  height      bigint not null,
  hash        text not null,
  parent_hash text not null,
  primary key (network, height)
);

create table watcher (
  network      text primary key,
  head_height  bigint,
  checked_at   timestamptz,
  -- Why the watcher waits; null while it goes on.
  stalled      text
);

-- One row a sighting: a logical transfer in one block. A reorganised transfer gets a second row.
create table deposit (
  id            uuid primary key,
  network       text not null,
  -- EVM: the transaction's hash for native coins, `hash:n` for the n-th log of its receipt.
  identity      text not null,
  transaction   text not null,
  block_hash    text not null,
  block_height  bigint not null,
  asset         text not null,
  address_id    uuid not null references deposit_address (id),
  user_id       uuid not null references app_user (id),
  amount        numeric(78, 0) not null check (amount > 0),
  status        text not null check (status in ('seen', 'confirming', 'confirmed', 'dropped', 'reverted')),
  confirmations integer not null default 0,
  confirmations_needed integer not null,
  seen_at       timestamptz not null,
  confirmed_at  timestamptz,
  updated_at    timestamptz not null default now(),
  unique (network, identity, block_hash)
);
-- At most one live sighting of a logical transfer: it is credited once.
create unique index deposit_live on deposit (network, identity) where status in ('seen', 'confirming', 'confirmed');
create index deposit_open on deposit (network, block_height) where status in ('seen', 'confirming');
create index deposit_height on deposit (network, block_height);
create index deposit_changed on deposit (updated_at);
create index deposit_user on deposit (user_id, seen_at desc);
