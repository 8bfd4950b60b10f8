-- What is typed at a sign-up waits beside the account until the address is proven, one row a place that signed up, so that
-- no other sign-up's password, names or phone can become the account's. A place is a browser (the secret that it keeps) or,
-- for a caller that sends none, a network address; its SHA-256.
create table sign_up (
  id            uuid primary key,
  user_id       uuid not null references app_user (id),
  place         bytea not null,
  is_device     boolean not null,
  email         text not null,
  first_name    text not null,
  last_name     text not null,
  phone         text not null,
  password_hash text not null,
  -- Another place signed up with this address too: only the place itself may use its codes.
  is_contested  boolean not null,
  -- Two sign-ups with different passwords from one network address: its code leads to a link that sets the password.
  is_mixed      boolean not null default false,
  created_at    timestamptz not null,
  unique (user_id, place)
);
create index sign_up_created on sign_up (created_at) where is_contested;

-- A code is of one sign-up, and of the place that asked for it. `foreign_tries` are those of `tries` from other places.
alter table one_time_code
  add column sign_up_id uuid references sign_up (id) on delete set null,
  add column place bytea,
  add column foreign_tries integer not null default 0;
create index one_time_code_sign_up on one_time_code (sign_up_id);

-- Who signed up with an address before is not known: these addresses are proven by a code and a link.
insert into sign_up (id, user_id, place, is_device, email, first_name, last_name, phone, password_hash, is_contested, is_mixed, created_at)
select gen_random_uuid(), id, sha256('before places were kept'::bytea), false, email, first_name, last_name, phone, password_hash, true, true, now()
from app_user where verified_at is null;
update app_user set password_hash = '' where verified_at is null;
update one_time_code set replaced_at = now() where used_at is null and replaced_at is null;

-- The browsers that an account was signed in with, beside its network addresses: by the SHA-256 of their secret, or of how
-- they describe themselves where they keep none.
create table known_device (
  user_id uuid not null references app_user (id),
  device  bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, device)
);
create index known_device_seen on known_device (seen_at);
