-- Every address that the watchers look for, whoever it was made for.
create table deposit_address (
  id               uuid primary key,
  family           text collate "C" not null,
  -- In the form in which the chain's node gives it back: lower case for EVM. Compared byte by byte: each block asks
  -- this column for all its addresses, and a language's sorting rules would cost more than the search.
  address_key      text collate "C" not null,
  address          text not null,
  derivation_index integer not null check (derivation_index >= 0),
  -- Which account key it was derived from, so that a changed key can't reuse an index unseen.
  key_fingerprint  text not null,
  user_id          uuid not null references app_user (id),
  -- Rises in the order of commits within a family (see address_sequence): who has read up to a number has missed none.
  sequence         bigint not null,
  created_at       timestamptz not null default now(),
  unique (family, address_key),
  unique (family, sequence),
  unique (family, key_fingerprint, derivation_index)
);

create table wallet (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  currency   text not null,
  network    text not null,
  address_id uuid not null unique references deposit_address (id),
  created_at timestamptz not null default now(),
  unique (user_id, currency, network)
);

-- The last sequence given out. Its row stays locked until the address that took it is committed: two addresses are never
-- visible in another order than that of their numbers.
create table address_sequence (
  family text collate "C" primary key,
  last   bigint not null
);

-- The next derivation index of each account key, taken under a row lock. An index that was taken and not used is never
-- given out again.
create table derivation_counter (
  family          text collate "C" not null,
  key_fingerprint text not null,
  next_index      integer not null,
  primary key (family, key_fingerprint)
);
