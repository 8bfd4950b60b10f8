-- People, their sessions, and the codes and links that prove an e-mail address.

create table app_user (
  id            uuid primary key,
  email         text not null,
  -- Lower-cased: one account an address.
  email_key     text not null unique check (email_key = lower(email_key)),
  first_name    text not null,
  last_name     text not null,
  phone         text not null,
  -- Digits only, in international form, for finding an account by its phone number.
  phone_key     text not null,
  gender        text not null default '' check (gender in ('', 'male', 'female', 'other', 'prefer-not-to-say')),
  password_hash text not null,
  is_admin      boolean not null default false,
  verified_at   timestamptz,
  disabled_at   timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index app_user_phone on app_user (phone_key);

create table session (
  -- SHA-256 of the opaque token: a leaked table signs nobody in.
  token_hash bytea primary key,
  user_id    uuid not null references app_user (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text not null default '',
  address    text not null default ''
);
create index session_of_user on session (user_id) where revoked_at is null;
create index session_expiry on session (expires_at);

-- From where each account was entered before: strangers' failures elsewhere don't stop the owner here.
create table known_address (
  user_id     uuid not null references app_user (id),
  address_key text not null,
  seen_at     timestamptz not null,
  primary key (user_id, address_key)
);
create index known_address_seen on known_address (seen_at);

-- One row a code sent. The hash is null until the worker has made the code: the code itself is never stored.
create table one_time_code (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  purpose    text not null check (purpose in ('verify-email')),
  code_hash  bytea,
  tries      integer not null default 0,
  created_at timestamptz not null default now(),
  -- Null until the code is made: the minutes count from its sending.
  expires_at timestamptz,
  used_at    timestamptz,
  replaced_at timestamptz,
  check ((code_hash is null) = (expires_at is null))
);
create index one_time_code_user on one_time_code (user_id, purpose, id desc);
create index one_time_code_created on one_time_code (created_at);

-- One row a reset link asked for; its token is made, hashed and mailed by the worker.
create table password_reset (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at    timestamptz,
  check ((token_hash is null) = (expires_at is null))
);
create index password_reset_user on password_reset (user_id);
create index password_reset_created on password_reset (created_at);

-- The moments at which a limited thing was done, per thing and doer: at most `most` within a rolling window.
create table throttle (
  key        text primary key,
  most       integer not null,
  taken      timestamptz[] not null,
  -- One window after the last of them: from then on the row says nothing.
  expires_at timestamptz not null
);
create index throttle_expiry on throttle (expires_at);
