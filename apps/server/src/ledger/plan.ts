import { createHash } from 'node:crypto';
import type { AccountRef } from './chart.ts';
import { SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

/** The state of a locked account. `head` is the hash of its newest batch in hexadecimal. */
export interface AccountState {
  readonly id: number;
  readonly code: string;
  head: string;
  readonly normalSide: 'debit' | 'credit';
  readonly mayGoNegative: boolean;
  balance: bigint;
  sequence: bigint;
}

/** A transfer as the ledger stores it. */
export interface Row {
  readonly source: string;
  readonly sourceId: string;
  readonly line: number;
  readonly description: string | null;
  readonly amount: bigint;
  readonly debitAccount: number;
  readonly creditAccount: number;
  readonly debitSequence: bigint;
  readonly creditSequence: bigint;
  readonly debitBalance: bigint;
  readonly creditBalance: bigint;
}

type Before = Readonly<Pick<AccountState, 'balance' | 'sequence' | 'head'>>;

/** The effect of a batch. `outcomes` has the transactions' order; `touched` the accounts with their new state. */
export interface Plan {
  readonly outcomes: (PostResult | SourceUsed)[];
  readonly rows: Row[];
  /** The touched accounts by id, as the plan assumes them. */
  readonly before: ReadonlyMap<number, Before>;
  readonly touched: AccountState[];
}

/** The key of a transaction's source. */
export const sourceKey = (source: string, sourceId: string): string => `${source}\u001f${sourceId}`;

/** The content that two transactions of one source must share: accounts, amounts and their order. */
export function contentOf(transfers: readonly { debit: string; credit: string; amount: bigint }[]): string {
  return transfers.map(({ debit, credit, amount }) => `${debit}>${credit}=${amount}`).join('\n');
}

/**
 * Decides a batch: each transaction in order against the state that the earlier ones left. One that lacks money or
 * repeats a source changes nothing, and the others go on. `accounts` is advanced in place to the state after the batch;
 * `posted` has the content of those that the ledger already has. No I/O.
 */
export function planBatch(
  transactions: readonly NewTransaction[],
  accounts: ReadonlyMap<string, AccountState>,
  posted: ReadonlyMap<string, string>,
): Plan {
  const inBatch = new Map<string, string>();
  const before = new Map<number, Before>();
  const touched: AccountState[] = [];
  const rows: Row[] = [];

  function stateOf(ref: AccountRef): AccountState {
    const state = accounts.get(ref.code);
    if (state === undefined) throw new Error(`the account ${ref.code} was not loaded`);
    return state;
  }

  function move(ref: AccountRef, side: 'debit' | 'credit', amount: bigint): AccountState {
    const state = stateOf(ref);
    if (!before.has(state.id)) {
      before.set(state.id, { balance: state.balance, sequence: state.sequence, head: state.head });
      touched.push(state);
    }
    state.balance += state.normalSide === side ? amount : -amount;
    state.sequence += 1n;
    return state;
  }

  function decide(transaction: NewTransaction): PostResult | SourceUsed {
    const { source, sourceId, description, transfers } = transaction;
    const key = sourceKey(source, sourceId);
    const known = posted.get(key) ?? inBatch.get(key);
    const content = contentOf(
      transfers.map(({ debit, credit, amount }) => ({ debit: debit.code, credit: credit.code, amount })),
    );
    if (known !== undefined) {
      return known === content ? { ok: true, outcome: 'already-posted' } : new SourceUsed(source, sourceId);
    }
    const short = findShort(transaction, stateOf);
    if (short !== undefined) return { ok: false, reason: 'insufficient-funds', account: short };
    for (const [line, { debit, credit, amount }] of transfers.entries()) {
      const from = move(debit, 'debit', amount);
      const to = move(credit, 'credit', amount);
      rows.push({
        source,
        sourceId,
        line,
        description: line === 0 ? description : null,
        amount,
        debitAccount: from.id,
        creditAccount: to.id,
        debitSequence: from.sequence,
        creditSequence: to.sequence,
        debitBalance: from.balance,
        creditBalance: to.balance,
      });
    }
    inBatch.set(key, content);
    return { ok: true, outcome: 'posted' };
  }

  return { outcomes: transactions.map(decide), rows, before, touched };
}

// Checked at the transaction's end, not after each line: money may pass through an account within it.
function findShort({ transfers }: NewTransaction, stateOf: (ref: AccountRef) => AccountState): string | undefined {
  const after = new Map<AccountState, bigint>();
  for (const { debit, credit, amount } of transfers) {
    const [from, to] = [stateOf(debit), stateOf(credit)];
    after.set(from, (after.get(from) ?? from.balance) + (from.normalSide === 'debit' ? amount : -amount));
    after.set(to, (after.get(to) ?? to.balance) + (to.normalSide === 'credit' ? amount : -amount));
  }
  for (const [state, balance] of after) {
    if (balance < 0n && !state.mayGoNegative) return state.code;
  }
  return undefined;
}

/** Of a head, in hexadecimal: the 16 bytes that `ledger_write` compares. */
const COMPARED = 32;

/** What `ledger_write` and `ledger_try_write` take: columns of the plan's rows, as array literals, accounts by id. */
export function batchArguments({ rows, touched: accounts, before }: Plan, postedAt: Date, hash: string): unknown[] {
  const touched = accounts.toSorted((left, right) => left.id - right.id);
  const were = touched.flatMap(({ id }) => before.get(id) ?? []);
  const change = ({ balance: units, sequence }: AccountState, index: number) => ({
    units: units - (were[index]?.balance ?? 0n),
    entries: sequence - (were[index]?.sequence ?? 0n),
  });
  const changes = touched.map(change);
  return [
    postedAt,
    hash,
    arrayOfNumbers(touched.map(({ id }) => id)),
    arrayOfBytes(were.map(({ head }) => head.slice(0, COMPARED))),
    arrayOfNumbers(changes.map(({ units }) => units)),
    arrayOfNumbers(changes.map(({ entries }) => entries)),
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
  ];
}

// The driver builds array literals element by element, which costs more than the insert itself on large batches.
const arrayOfNumbers = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`;

const BYTES = String.raw`"\\x`;

const arrayOfBytes = (values: readonly string[]): string => `{${values.map((hex) => `${BYTES}${hex}"`).join(',')}}`;

/** A PostgreSQL array literal of texts; null stays null. */
export const arrayOfTexts = (values: readonly (string | null)[]): string => `{${values.map(quoted).join(',')}}`;

const ESCAPED = String.raw`\$&`;

function quoted(value: string | null): string {
  if (value === null) return 'null';
  return `"${value.includes('"') || value.includes('\\') ? value.replaceAll(/["\\]/g, ESCAPED) : value}"`;
}

/** Between the fields of a row; texts with control characters are refused before. */
const FIELD = '\u001f';

const LINE = '\n';

/**
 * SHA-256, in hexadecimal, over when the batch was posted (ISO 8601, milliseconds, UTC), the number of entries and the
 * head of each account before it (by account id), and every transfer in order. `verify()` builds the same text in SQL.
 */
export function hashBatch(postedAt: Date, plan: Pick<Plan, 'rows' | 'before'>): string {
  const heads = [...plan.before]
    .toSorted(([left], [right]) => left - right)
    .map(([id, { sequence, head }]) => `${id}${FIELD}${sequence}${FIELD}${head}`);
  const rows = plan.rows.map((row) =>
    [
      row.source,
      row.sourceId,
      row.line,
      row.description ?? '',
      row.amount,
      row.debitAccount,
      row.creditAccount,
      row.debitSequence,
      row.creditSequence,
      row.debitBalance,
      row.creditBalance,
    ].join(FIELD),
  );
  const text = [postedAt.toISOString(), heads.join(LINE), rows.join(LINE)].join(LINE);
  return createHash('sha256').update(text).digest('hex');
}
