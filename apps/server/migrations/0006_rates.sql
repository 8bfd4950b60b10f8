-- What a source said, and when. `rate` is naira for one whole coin, before the spread.
create table rate_tick (
  id          bigint generated always as identity primary key,
  currency    text not null,
  source      text not null,
  rate        numeric(38, 18) not null check (rate > 0),
  observed_at timestamptz not null
);
create index rate_tick_observed on rate_tick (observed_at);

-- A rate held for somebody for a short time. Never changed once made.
create table quote (
  id         uuid primary key,
  user_id    uuid not null references app_user (id),
  currency   text not null,
  network    text not null,
  rate       numeric(38, 18) not null check (rate > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index quote_user on quote (user_id, created_at desc);
