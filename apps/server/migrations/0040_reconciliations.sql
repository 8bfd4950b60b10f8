-- One comparison of chain, ledger and bank statement, as it was found. A later look at the same day is another row.
create table reconciliation (
  id               uuid primary key,
  -- A day of Lagos.
  day              date not null,
  outcome          text not null check (outcome in ('agrees', 'differs', 'unclear', 'not-compared')),
  difference_count integer not null check (difference_count >= 0),
  started_at       timestamptz not null,
  finished_at      timestamptz not null check (finished_at >= started_at),
  is_scheduled     boolean not null,
  run_by           uuid references app_user (id),
  report           jsonb not null
);
-- By itself once a day, however many processes there are.
create unique index reconciliation_scheduled on reconciliation (day) where is_scheduled;
create index reconciliation_newest on reconciliation (finished_at desc, id desc);
create trigger reconciliation_is_final before update or delete or truncate on reconciliation
  for each statement execute function history_refuse_change();
-- A day's payouts of a rail.
create index payout_sent on payout (rail, sent_at) where sent_at is not null;
