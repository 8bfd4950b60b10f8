-- Double entry. A transaction is one or more transfers; a transfer moves one amount of one asset from its debit to its
-- credit account, so that it balances by construction. Why one wide row: docs/decisions/0007-ledger.md.
create table ledger_account (
  id integer generated always as identity primary key,
  code text collate "C" not null unique,
  asset text collate "C" not null,
  kind text collate "C" not null,
  -- Which side makes the balance grow.
  normal_side text collate "C" not null check (normal_side in ('debit', 'credit')),
  may_go_negative boolean not null,
  balance numeric(78, 0) not null default 0,
  -- How many entries the account has; the newest one carries this number.
  sequence bigint not null default 0,
  -- The hash of the newest batch that touched it; 32 zero bytes before the first.
  head bytea not null default decode(repeat('00', 32), 'hex'),
  constraint ledger_account_not_negative check (may_go_negative or balance >= 0)
) with (fillfactor = 50);

-- What was posted together. Its hash covers its transfers and the heads that its accounts had before: each account has
-- a chain through the batches that touched it, and no chain runs through all of them, which would put postings in line.
create table ledger_batch (
  id bigint generated always as identity primary key,
  posted_at timestamptz not null,
  hash bytea not null check (octet_length(hash) = 32)
);

create table ledger_transfer (
  batch_id bigint not null,
  debit_sequence bigint not null,
  credit_sequence bigint not null,
  debit_account integer not null,
  credit_account integer not null,
  position integer not null,
  line smallint not null,
  amount numeric(78, 0) not null check (amount > 0),
  -- The accounts' balances after this transfer.
  debit_balance numeric(78, 0) not null,
  credit_balance numeric(78, 0) not null,
  source text collate "C" not null,
  source_id text collate "C" not null,
  -- Of the transaction: on its first line only.
  description text,
  check (debit_account <> credit_account)
);

create unique index ledger_transfer_source on ledger_transfer (source, source_id, line);
create unique index ledger_transfer_debit on ledger_transfer (debit_account, debit_sequence);
create unique index ledger_transfer_credit on ledger_transfer (credit_account, credit_sequence);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is written once: correct a posting with a new one' using errcode = 'restrict_violation';
end $$;

create trigger ledger_transfer_is_final before update or delete or truncate on ledger_transfer
  for each statement execute function ledger_refuse_change();
create trigger ledger_batch_is_final before update or delete or truncate on ledger_batch
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_stays before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_keeps_its_nature
  before update of code, asset, kind, normal_side, may_go_negative on ledger_account
  for each statement execute function ledger_refuse_change();

-- Writes one planned batch. Every account must still have the head that the plan was made on: a head stands for the
-- account's whole past, so a plan on an older or a never committed state is refused, and nothing of it is written.
-- Nested loops over accounts sorted by id take the row locks in one order, so that two batches never wait for each other.
create function ledger_write(
  posted_at timestamptz, hash bytea,
  account_ids int[], account_heads bytea[], balances numeric[], sequences bigint[],
  sources text[], source_ids text[], lines smallint[], descriptions text[], amounts numeric[], debit_accounts int[],
  credit_accounts int[], debit_sequences bigint[], credit_sequences bigint[], debit_balances numeric[], credit_balances numeric[]
) returns void language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  moved bigint;
  batch bigint;
begin
  update ledger_account a set balance = m.balance, sequence = m.sequence, head = ledger_write.hash
  from unnest(account_ids, account_heads, balances, sequences) as m (id, head, balance, sequence)
  where a.id = m.id and a.head = m.head;
  get diagnostics moved = row_count;
  if moved <> cardinality(account_ids) then
    raise exception 'an account was changed meanwhile' using errcode = 'serialization_failure';
  end if;
  insert into ledger_batch (posted_at, hash) values (ledger_write.posted_at, ledger_write.hash) returning id into batch;
  insert into ledger_transfer (batch_id, position, source, source_id, line, description, amount, debit_account, credit_account,
    debit_sequence, credit_sequence, debit_balance, credit_balance)
  select batch, t.position, t.source, t.source_id, t.line, t.description, t.amount, t.debit_account, t.credit_account,
    t.debit_sequence, t.credit_sequence, t.debit_balance, t.credit_balance
  from unnest(sources, source_ids, lines, descriptions, amounts, debit_accounts, credit_accounts, debit_sequences,
    credit_sequences, debit_balances, credit_balances) with ordinality
    as t (source, source_id, line, description, amount, debit_account, credit_account, debit_sequence, credit_sequence,
      debit_balance, credit_balance, position);
end $$;
