-- A plain ledger as many are written: one function call moves one amount, locking its two accounts by row.
create table plain_account (
  id integer primary key,
  balance numeric(78, 0) not null default 0,
  version bigint not null default 0
);

create table plain_transfer (
  id bigint generated always as identity primary key,
  debit_account integer not null references plain_account,
  credit_account integer not null references plain_account,
  amount numeric(78, 0) not null check (amount > 0),
  source_id text not null unique,
  created_at timestamptz not null default now()
);

create table plain_entry (
  id bigint generated always as identity primary key,
  account integer not null references plain_account,
  transfer bigint not null references plain_transfer,
  amount numeric(78, 0) not null,
  balance_before numeric(78, 0) not null,
  balance_after numeric(78, 0) not null,
  version bigint not null
);
create index plain_entry_account on plain_entry (account);
create index plain_entry_transfer on plain_entry (transfer);

create function plain_post(from_account integer, to_account integer, moved numeric, cause text) returns bigint
language plpgsql as $$
declare
  from_row plain_account;
  to_row plain_account;
  new_transfer bigint;
begin
  -- In id order, so that two calls never wait for each other.
  perform 1 from plain_account where id in (from_account, to_account) order by id for update;
  update plain_account set balance = balance - moved, version = version + 1 where id = from_account returning * into from_row;
  update plain_account set balance = balance + moved, version = version + 1 where id = to_account returning * into to_row;
  insert into plain_transfer (debit_account, credit_account, amount, source_id)
    values (from_account, to_account, moved, cause) returning id into new_transfer;
  insert into plain_entry (account, transfer, amount, balance_before, balance_after, version) values
    (from_account, new_transfer, -moved, from_row.balance + moved, from_row.balance, from_row.version),
    (to_account, new_transfer, moved, to_row.balance - moved, to_row.balance, to_row.version);
  return new_transfer;
end $$;

insert into plain_account (id) select generate_series(0, 1000);
