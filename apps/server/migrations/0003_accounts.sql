-- People, their sessions, and the codes and links that prove an e-mail address.

create table app_user (
  id            uuid primary key,
  email         text not null,
  -- Lower-cased: one account an address.
  email_key     text not null unique check (email_key = lower(email_key)),
  first_name    text not null,
  last_name     text not null,
  phone         text not null,
  -- Digits only, for signing in help by phone number.
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
create index session_user on session (user_id) where revoked_at is null;

-- One row a code sent. The hash is null until the worker has made the code: the code itself is never stored.
create table one_time_code (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  purpose    text not null check (purpose in ('verify-email')),
  code_hash  bytea,
  tries      integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz,
  replaced_at timestamptz
);
create index one_time_code_user on one_time_code (user_id, purpose, created_at desc);

create table password_reset (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index password_reset_user on password_reset (user_id, created_at desc);

-- Counters of attempts by address, account and purpose, each for one window of time.
create table throttle (
  key          text not null,
  window_start timestamptz not null,
  count        integer not null,
  primary key (key, window_start)
);
create index throttle_window on throttle (window_start);
