-- Requests of people who have lost their second factor and its recovery codes, each with what the administrators decided. At most one of
-- a person is open.
create table factor_reset (
  id           uuid primary key,
  user_id      uuid not null references app_user (id),
  asked_at     timestamptz not null,
  -- Not carried out before, whenever it was granted.
  due_at       timestamptz not null,
  -- What happened, in the person's own words.
  statement    text not null,
  -- What was the first step: 'sign-in', the password, or the provider whose word it was; null: one that an older version did not record.
  begun_by     text,
  user_agent   text not null,
  address      text not null,
  -- By what the account knew the caller: its 'device', or its 'address' alone; null: not at all.
  known_by     text check (known_by in ('device', 'address')),
  -- The first of the two administrators who grant it.
  first_by     uuid references app_user (id),
  first_at     timestamptz,
  first_reason text,
  granted_at   timestamptz,
  ended_at     timestamptz,
  -- 'stopped' by the owner, 'lapsed' with what it began with or was needed for.
  outcome      text check (outcome in ('done', 'refused', 'stopped', 'lapsed')),
  -- Why it was refused, as the person reads it.
  refusal      text,
  check ((ended_at is null) = (outcome is null)),
  check (outcome is distinct from 'done' or granted_at is not null)
);
create unique index factor_reset_open on factor_reset (user_id) where ended_at is null;
create index factor_reset_user on factor_reset (user_id, ended_at desc);
create index factor_reset_ended on factor_reset (ended_at);
