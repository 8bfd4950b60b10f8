import type { Connection } from '../platform/database.ts';
import type { AccountRef } from './chart.ts';

/** The balances of accounts by code, in smallest units, positive on each account's own side; 0 for one never used. */
export async function balances(connection: Connection, refs: readonly AccountRef[]): Promise<Map<string, bigint>> {
  const rows = await connection.query<{ code: string; balance: string }>(
    `select code, balance from ledger_account where code = any($1)`,
    [refs.map(({ code }) => code)],
    'ledger-balances',
  );
  const found = new Map(rows.map(({ code, balance: text }) => [code, BigInt(text)]));
  return new Map(refs.map(({ code }) => [code, found.get(code) ?? 0n]));
}

/** The balance of one account, as `balances` gives it. */
export async function balance(connection: Connection, ref: AccountRef): Promise<bigint> {
  return (await balances(connection, [ref])).get(ref.code) ?? 0n;
}

/** One change of an account. `amount` is negative where it made the balance smaller. */
export interface AccountEntry {
  sequence: bigint;
  amount: bigint;
  balance: bigint;
  source: string;
  sourceId: string;
  description: string;
  postedAt: Date;
}

interface EntryRow {
  sequence: bigint;
  amount: string;
  balance: string;
  source: string;
  sourceId: string;
  description: string;
  postedAt: Date;
}

/** An account's changes, newest first: at most `limit`, and only those before the entry numbered `before`. */
export async function accountEntries(
  connection: Connection,
  ref: AccountRef,
  { limit = 50, before }: { limit?: number; before?: bigint } = {},
): Promise<AccountEntry[]> {
  const rows = await connection.query<EntryRow>(
    `with side as (
       select t.debit_sequence as sequence, case a.normal_side when 'debit' then t.amount else -t.amount end as amount,
         t.debit_balance as balance, t.source, t.source_id, t.batch_id
       from ledger_account a join ledger_transfer t on t.debit_account = a.id
       where a.code = $1 and ($2::bigint is null or t.debit_sequence < $2) order by t.debit_sequence desc limit $3
     ), other_side as (
       select t.credit_sequence, case a.normal_side when 'credit' then t.amount else -t.amount end,
         t.credit_balance, t.source, t.source_id, t.batch_id
       from ledger_account a join ledger_transfer t on t.credit_account = a.id
       where a.code = $1 and ($2::bigint is null or t.credit_sequence < $2) order by t.credit_sequence desc limit $3
     ), entry as (
       select * from side union all select * from other_side order by sequence desc limit $3
     )
     select e.sequence, e.amount, e.balance, e.source, e.source_id as "sourceId", first.description, b.posted_at as "postedAt"
     from entry e
     join ledger_batch b on b.id = e.batch_id
     join ledger_transfer first on first.source = e.source and first.source_id = e.source_id and first.line = 0
     order by e.sequence desc`,
    [ref.code, before ?? null, limit],
  );
  return rows.map((row) => Object.assign(row, { amount: BigInt(row.amount), balance: BigInt(row.balance) }));
}
