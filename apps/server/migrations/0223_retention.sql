-- Each day's erasing of what is past its time, by kind: what is from before `cutoff`, how far it came, and how much it erased. A batch and its
-- count are one transaction, so that a run that was cut off goes on where it was.
create table retention_run (
  day         date not null,
  kind        text not null,
  cutoff      timestamptz not null,
  reached     timestamptz,
  erased      bigint not null default 0,
  started_at  timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  primary key (day, kind)
);
create index retention_run_open on retention_run (kind, day) where finished_at is null;
create index retention_run_newest on retention_run (day desc, kind) where erased > 0 or finished_at is null;

-- What is past its time is found without reading what is not.
create index text_message_created on text_message (created_at);
create index payment_payer on payment (open_until) where payer_email is not null;
create index bank_account_change_at on bank_account_change (at);

-- Earlier payout accounts are history that nobody changes, and that the law asks for during six years.
create function history_refuse_early_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.at < clock_timestamp() - interval '6 years' then return old; end if;
  end if;
  raise exception '% is history: rows are never changed, and removed only after six years', tg_table_name;
end $$;
drop trigger bank_account_change_is_final on bank_account_change;
create trigger bank_account_change_stays before update or delete on bank_account_change
  for each row execute function history_refuse_early_change();
create trigger bank_account_change_is_final before truncate on bank_account_change
  for each statement execute function history_refuse_change();
