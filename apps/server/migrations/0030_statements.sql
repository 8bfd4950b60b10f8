-- What a deposit was worth at the market's rate when it was credited: rates are forgotten after a while, books are not.
create table deposit_value (
  deposit_id uuid primary key references deposit (id),
  rate       numeric(38, 18) not null check (rate > 0),
  naira_kobo numeric(78, 0) not null check (naira_kobo >= 0),
  valued_at  timestamptz not null
);
create trigger deposit_value_is_final before update or delete or truncate on deposit_value
  for each statement execute function history_refuse_change();
