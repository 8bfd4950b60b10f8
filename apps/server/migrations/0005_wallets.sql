-- Every address that the watchers look for, whoever it was made for.
create table deposit_address (
  id               uuid primary key,
  family           text not null,
  -- In the form in which the chain's node gives it back: lower case for EVM.
  address_key      text not null,
  address          text not null,
  derivation_index integer not null,
  -- Which account key it was derived from, so that a changed key can't reuse an index unseen.
  key_fingerprint  text not null,
  user_id          uuid not null references app_user (id),
  created_at       timestamptz not null default now(),
  unique (family, address_key),
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

-- The next derivation index of each account key, taken under a row lock.
create table derivation_counter (
  key_fingerprint text primary key,
  next_index      integer not null
);
