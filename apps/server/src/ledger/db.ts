import type { Connection, Transaction } from '../platform/database.ts';
import type { AccountRef } from './chart.ts';
import { sourceKey } from './plan.ts';
import type { AccountState, Plan } from './plan.ts';
import type { NewTransaction } from './transaction.ts';

interface LockedAccount {
  id: number;
  code: string;
  asset: string;
  normalSide: 'debit' | 'credit';
  mayGoNegative: boolean;
  balance: string;
  sequence: bigint;
  head: string;
}

/** Locks the accounts, lowest id first so that two batches never wait for each other, and opens the missing ones. */
export async function lockAccounts(
  tx: Transaction,
  refs: ReadonlyMap<string, AccountRef>,
): Promise<Map<string, AccountState>> {
  let accounts = await readLocked(tx, [...refs.keys()]);
  const missing = [...refs.values()].filter(({ code }) => !accounts.has(code));
  if (missing.length === 0) return accounts;
  // In one order in every process: two that open the same accounts wait for each other's inserts.
  await openAccounts(
    tx,
    missing.toSorted((left, right) => (left.code < right.code ? -1 : 1)),
  );
  accounts = await readLocked(tx, [...refs.keys()]);
  return accounts;
}

async function readLocked(tx: Transaction, codes: string[]): Promise<Map<string, AccountState>> {
  const rows = await tx.query<LockedAccount>(
    `select id, code, asset, normal_side as "normalSide", may_go_negative as "mayGoNegative", balance, sequence, encode(head, 'hex') as head
     from ledger_account where code = any($1) order by id for no key update`,
    [arrayOfTexts(codes)],
    'ledger-lock',
  );
  return new Map(rows.map((row) => [row.code, { ...row, balance: BigInt(row.balance) }]));
}

async function openAccounts(tx: Transaction, refs: AccountRef[]): Promise<void> {
  await tx.query(
    `insert into ledger_account (code, asset, kind, normal_side, may_go_negative)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[]) on conflict (code) do nothing`,
    [
      refs.map(({ code }) => code),
      refs.map(({ asset }) => asset),
      refs.map(({ kind }) => kind),
      refs.map(({ normalSide }) => normalSide),
      refs.map(({ mayGoNegative }) => mayGoNegative),
    ],
  );
}

/** The content of those of the transactions that the ledger has, by their source's key; in the form of `contentOf`. */
export async function readPosted(
  connection: Connection,
  transactions: readonly NewTransaction[],
): Promise<Map<string, string>> {
  const rows = await connection.query<{ source: string; sourceId: string; content: string }>(
    `select t.source, t.source_id as "sourceId",
       string_agg(debit.code || '>' || credit.code || '=' || t.amount, E'\\n' order by t.line) as content
     from (select distinct * from unnest($1::text[], $2::text[])) as asked (source, source_id)
     join ledger_transfer t on t.source = asked.source and t.source_id = asked.source_id
     join ledger_account debit on debit.id = t.debit_account
     join ledger_account credit on credit.id = t.credit_account
     group by t.source, t.source_id`,
    [
      arrayOfTexts(transactions.map(({ source }) => source)),
      arrayOfTexts(transactions.map(({ sourceId }) => sourceId)),
    ],
    'ledger-posted',
  );
  return new Map(rows.map(({ source, sourceId, content }) => [sourceKey(source, sourceId), content]));
}

/** The database's time, to the millisecond. */
export async function readTime(connection: Connection): Promise<Date> {
  const [row] = await connection.query<{ now: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) as now`,
    [],
    'ledger-time',
  );
  if (row === undefined) throw new Error('the database gave no time');
  return row.now;
}

/** Writes a batch in one statement; answers how many transfers went in. One whose source is there already stays out. */
export async function writeBatch(tx: Transaction, plan: Plan, postedAt: Date, hash: string): Promise<number> {
  const { rows, touched } = plan;
  const [written] = await tx.query<{ transfers: number }>(
    `with batch as (
       insert into ledger_batch (posted_at, hash) values ($1, decode($2, 'hex')) returning id
     ), moved as (
       update ledger_account a set balance = m.balance, sequence = m.sequence, head = decode($2, 'hex')
       from unnest($3::int[], $4::numeric[], $5::bigint[]) as m (id, balance, sequence) where a.id = m.id
     ), written as (
       insert into ledger_transfer (batch_id, position, source, source_id, line, description, amount, debit_account, credit_account,
         debit_sequence, credit_sequence, debit_balance, credit_balance)
       select batch.id, t.position, t.source, t.source_id, t.line, t.description, t.amount, t.debit_account, t.credit_account,
         t.debit_sequence, t.credit_sequence, t.debit_balance, t.credit_balance
       from batch, unnest($6::text[], $7::text[], $8::smallint[], $9::text[], $10::numeric[], $11::int[], $12::int[], $13::bigint[],
         $14::bigint[], $15::numeric[], $16::numeric[]) with ordinality
         as t (source, source_id, line, description, amount, debit_account, credit_account, debit_sequence, credit_sequence,
           debit_balance, credit_balance, position)
       on conflict (source, source_id, line) do nothing returning 1
     ) select count(*)::int as transfers from written`,
    [
      postedAt,
      hash,
      arrayOfNumbers(touched.map(({ id }) => id)),
      arrayOfNumbers(touched.map(({ balance }) => balance)),
      arrayOfNumbers(touched.map(({ sequence }) => sequence)),
      arrayOfTexts(rows.map(({ source }) => source)),
      arrayOfTexts(rows.map(({ sourceId }) => sourceId)),
      arrayOfNumbers(rows.map(({ line }) => line)),
      arrayOfTexts(rows.map(({ description }) => description)),
      arrayOfNumbers(rows.map(({ amount }) => amount)),
      arrayOfNumbers(rows.map(({ debitAccount }) => debitAccount)),
      arrayOfNumbers(rows.map(({ creditAccount }) => creditAccount)),
      arrayOfNumbers(rows.map(({ debitSequence }) => debitSequence)),
      arrayOfNumbers(rows.map(({ creditSequence }) => creditSequence)),
      arrayOfNumbers(rows.map(({ debitBalance }) => debitBalance)),
      arrayOfNumbers(rows.map(({ creditBalance }) => creditBalance)),
    ],
    'ledger-write',
  );
  return written?.transfers ?? 0;
}

// The driver builds array literals element by element, which costs more than the insert itself on large batches.
const arrayOfNumbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`;

function arrayOfTexts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;
}
