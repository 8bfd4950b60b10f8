-- The second step of signing in. It is on for an account that has a row in totp or in passkey.

create table totp (
  user_id       uuid primary key references app_user (id),
  -- Sealed with SECRETS_KEY and bound to the account: a leaked table gives no codes.
  sealed_secret bytea not null,
  enabled_at    timestamptz not null,
  -- The 30-second step of the newest code that was accepted: that code and older ones are good no more.
  last_step     bigint not null
);

-- An app that is being set up; beside the one in use until a right code comes.
create table totp_enrolment (
  user_id       uuid primary key references app_user (id),
  sealed_secret bytea not null,
  expires_at    timestamptz not null
);

create table passkey (
  id            uuid primary key,
  user_id       uuid not null references app_user (id),
  -- As WebAuthn writes it, base64url: one key belongs to one account.
  credential_id text not null unique,
  public_key    bytea not null,
  -- Signatures that the key says it has made; a number that goes back shows a copied key. Many keys always say 0.
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index passkey_of_user on passkey (user_id, created_at);

create table passkey_registration (
  user_id    uuid primary key references app_user (id),
  challenge  text not null,
  expires_at timestamptz not null
);

create table recovery_code (
  user_id    uuid not null references app_user (id),
  -- SHA-256; a code has 80 random bits, so that nobody finds it from here.
  code_hash  bytea not null,
  used_at    timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose second step is open.
create table second_step (
  -- SHA-256 of the opaque challenge.
  challenge_hash bytea primary key,
  user_id        uuid not null references app_user (id),
  -- SHA-256 of the password's hash: a password that is changed meanwhile ends the step.
  password_mark  bytea not null,
  tries          integer not null default 0,
  passkey_challenge text,
  expires_at     timestamptz not null,
  used_at        timestamptz
);
create index second_step_expiry on second_step (expires_at);
