-- The blocks that a watcher has read, deeper than the longest confirmation policy. The cursor is the last row.
create table block (
  network     text collate "C" not null,
  height      bigint not null,
  hash        text collate "C" not null,
  parent_hash text collate "C" not null,
  primary key (network, height)
);

create table watcher (
  network      text collate "C" primary key,
  -- Nothing at or below this block was looked at: where the network was first watched from.
  start_height bigint,
  head_height  bigint,
  checked_at   timestamptz,
  -- Why the watcher waits; null while it goes on.
  stalled      text
);

-- One row a sighting: a logical transfer in one block. A reorganised transfer gets a second row, also where a chain
-- returns to a block that it had left: a row that has ended is never brought back to life.
create table deposit (
  id            uuid primary key,
  network       text collate "C" not null,
  -- EVM: the transaction's hash for native coins, `hash:n` for the n-th log of its receipt, `hash:trace-a-b` for a call inside it.
  identity      text collate "C" not null,
  transaction   text collate "C" not null,
  block_hash    text collate "C" not null,
  block_height  bigint not null,
  asset         text not null,
  address_id    uuid not null references deposit_address (id),
  user_id       uuid not null references app_user (id),
  amount        numeric(78, 0) not null check (amount > 0),
  status        text not null check (status in ('seen', 'confirming', 'confirmed', 'dropped', 'reverted')),
  confirmations integer not null default 0,
  confirmations_needed integer not null,
  -- When its block was made, and never later than when it was read: an outage of ours makes no payer late.
  seen_at       timestamptz not null,
  confirmed_at  timestamptz,
  updated_at    timestamptz not null default now()
);
-- At most one live sighting of a logical transfer: it is credited once.
create unique index deposit_live on deposit (network, identity) where status in ('seen', 'confirming', 'confirmed');
create index deposit_open on deposit (network, block_height) where status in ('seen', 'confirming');
create index deposit_height on deposit (network, block_height);
create index deposit_changed on deposit (updated_at);
create index deposit_user on deposit (user_id, seen_at desc);
