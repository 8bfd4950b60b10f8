-- A group of postings takes one call where the accounts are as this process left them, and two where they are not. The
-- plans of the statements inside are made once: what they find is a few rows by an index, however large the books are.
drop function ledger_write(timestamptz, bytea, int[], bytea[], numeric[], bigint[], text[], text[], smallint[], text[],
  numeric[], int[], int[], bigint[], bigint[], numeric[], numeric[]);

-- Locks the accounts, lowest id first so that two groups never deadlock, and answers their state; then what the ledger
-- has of the sources. In this order, and as two statements: who posted the same had the locks before us, and the second
-- statement sees what they committed.
create function ledger_lock(codes text[], sources text[], source_ids text[]) returns table (
  id int, code text, normal_side text, may_go_negative boolean, balance numeric, sequence bigint, head bytea,
  source text, source_id text, content text
) language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select a.id, a.code, a.normal_side, a.may_go_negative, a.balance, a.sequence, a.head, null::text, null::text, null::text
    from ledger_account a where a.code = any(codes) order by a.id for no key update;
  return query
    select null::int, null::text, null::text, null::boolean, null::numeric, null::bigint, null::bytea, t.source, t.source_id,
      string_agg(debit.code || '>' || credit.code || '=' || t.amount, E'\n' order by t.line)
    from (select distinct * from unnest(sources, source_ids)) as asked (source, source_id)
    join ledger_transfer t on t.source = asked.source and t.source_id = asked.source_id
    join ledger_account debit on debit.id = t.debit_account
    join ledger_account credit on credit.id = t.credit_account
    group by t.source, t.source_id;
end $$;

-- Writes one planned group. Each account must have the head that the plan was made on, of which 16 bytes are compared: a
-- head stands for the account's whole past, so a plan on an older or a never committed state is refused with KG001, and
-- nothing of it is written. Nested loops over accounts sorted by id take the row locks in one order.
create function ledger_write(
  posted_at timestamptz, hash bytea,
  account_ids int[], account_heads bytea[], changes numeric[], entries int[],
  sources text[], source_ids text[], lines smallint[], descriptions text[], amounts numeric[], debit_accounts int[],
  credit_accounts int[], debit_sequences bigint[], credit_sequences bigint[], debit_balances numeric[], credit_balances numeric[]
) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set plan_cache_mode = force_generic_plan
as $$
declare
  moved bigint;
  batch bigint;
begin
  update ledger_account a set balance = a.balance + m.change, sequence = a.sequence + m.entries, head = ledger_write.hash
  from unnest(account_ids, account_heads, changes, entries) as m (id, head, change, entries)
  where a.id = m.id and substring(a.head, 1, 16) = m.head;
  get diagnostics moved = row_count;
  if moved <> cardinality(account_ids) then
    raise exception 'an account is not as the plan assumed it' using errcode = 'KG001';
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

-- The same for a plan that was made without a lock: false, with nothing written and nothing locked, where an account is
-- not as assumed or one of the sources has been posted.
create function ledger_try_write(
  posted_at timestamptz, hash bytea,
  account_ids int[], account_heads bytea[], changes numeric[], entries int[],
  sources text[], source_ids text[], lines smallint[], descriptions text[], amounts numeric[], debit_accounts int[],
  credit_accounts int[], debit_sequences bigint[], credit_sequences bigint[], debit_balances numeric[], credit_balances numeric[]
) returns boolean language plpgsql as $$
begin
  perform ledger_write(posted_at, hash, account_ids, account_heads, changes, entries, sources, source_ids, lines, descriptions,
    amounts, debit_accounts, credit_accounts, debit_sequences, credit_sequences, debit_balances, credit_balances);
  return true;
exception when sqlstate 'KG001' or unique_violation then
  return false;
end $$;
