-- Some sources say dollars only: what a tick is counted in.
alter table rate_tick add column quote text not null default 'NGN' check (quote in ('NGN', 'USD'));

-- What the sources together were taken to mean, each time that changed: naira for one whole coin, before the spread.
-- The 24-hour change, the chart and every question about a past quote are answered from here.
create table market_rate (
  id         bigint generated always as identity primary key,
  currency   text not null,
  rate       numeric(38, 18) not null check (rate > 0),
  sources    text[] not null check (cardinality(sources) > 0),
  decided_at timestamptz not null
);
create index market_rate_currency on market_rate (currency, decided_at desc);
create index market_rate_decided on market_rate (decided_at);
