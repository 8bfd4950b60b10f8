-- The accounts at Google and Apple that sign in to accounts here: what a provider calls a person (issuer and subject)
-- names them, never their e-mail address, which is kept to be shown.
create table provider_account (
  issuer       text not null,
  subject      text not null,
  user_id      uuid not null references app_user (id),
  provider     text not null check (provider in ('google', 'apple')),
  email        text not null,
  linked_at    timestamptz not null,
  last_used_at timestamptz,
  primary key (issuer, subject),
  unique (user_id, provider)
);

-- The answers of providers that came, each good once. SHA-256 of the state, which was drawn at random.
create table provider_answer (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
create index provider_answer_expiry on provider_answer (expires_at);
