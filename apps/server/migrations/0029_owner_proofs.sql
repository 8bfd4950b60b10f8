-- What a passkey is asked to sign by somebody who is signed in, to prove that it is the owner. Apart from the challenges
-- of registrations: asking for one takes no proof, and it must never make a key.
create table passkey_proof (
  user_id    uuid primary key references app_user (id),
  challenge  text not null,
  expires_at timestamptz not null
);

-- What people changed of their own account, and when; never from what to what. Appended to, never changed.
create table account_change (
  id      uuid primary key,
  user_id uuid not null references app_user (id),
  at      timestamptz not null,
  change  text not null check (change in ('profile', 'password', 'password-reset')),
  -- Of a profile: what of it.
  fields  text[] not null
);
create index account_change_user on account_change (user_id, at desc);
create trigger account_change_is_final before update or delete or truncate on account_change
  for each statement execute function history_refuse_change();
