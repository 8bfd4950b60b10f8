import type { Connection, Database, Transaction } from '../platform/database.ts';
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

/** Those of the accounts that another transaction holds at this moment. It waits for none, and holds none afterwards. */
export async function listHeld(database: Database, codes: readonly string[]): Promise<string[]> {
  const rows = await database.query<{ code: string }>(
    `with free as (select id from ledger_account where code = any($1) order by id for no key update skip locked)
     select code from ledger_account where code = any($1) and id not in (select id from free)`,
    [arrayOfTexts(codes)],
    'ledger-held',
  );
  return rows.map(({ code }) => code);
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

/**
 * Writes a batch in one statement. Throws SQLSTATE 40001 where an account is no longer as the plan had it, and 23505
 * where one of the sources was posted meanwhile; nothing is written then.
 */
export async function writeBatch(connection: Connection, plan: Plan, postedAt: Date, hash: string): Promise<void> {
  const { rows } = plan;
  const touched = plan.touched.toSorted((left, right) => left.id - right.id);
  await connection.query(
    `select ledger_write($1, decode($2, 'hex'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      postedAt,
      hash,
      arrayOfNumbers(touched.map(({ id }) => id)),
      arrayOfBytes(touched.map(({ id }) => plan.before.get(id)?.head ?? '')),
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
}

// The driver builds array literals element by element, which costs more than the insert itself on large batches.
const arrayOfNumbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`;

const arrayOfBytes = (values: readonly string[]): string =>
  `{${values.map((hex) => String.raw`"\\x${hex}"`).join(',')}}`;

function arrayOfTexts(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'null' : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`)).join(',')}}`;
}
