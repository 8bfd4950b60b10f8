import { z } from 'zod';
import type { Row } from '../plan.ts';
import type { ClosedMonth, SealedMonth } from './closed-month.ts';
import { isMonth } from './month.ts';
import type { AccountAt, PartAccount, PartBatch } from './part.ts';

/** Changes whenever the form of the lines changes. */
const FORMAT = 'kobogate-books-1';

/** What a batch's transfers consist of, in this order; the file says it at its head. */
const COLUMNS = [
  'source',
  'sourceId',
  'line',
  'description',
  'amount',
  'debitAccount',
  'creditAccount',
  'debitSequence',
  'creditSequence',
  'debitBalance',
  'creditBalance',
];

type Head = Pick<ClosedMonth, 'month' | 'after' | 'last' | 'before'>;

/** The first line: which month, which batches, and the digest of the month before. Pure. */
export const headLine = ({ month, after, last, before }: Head): string =>
  lineOf({ format: FORMAT, month, after: String(after), last: String(last), before, transfer: COLUMNS });

/** The line of an account with its opening and, where it has moved, its closing balance, in smallest units. Pure. */
export function accountLine({
  id,
  code,
  asset,
  kind,
  normalSide,
  mayGoNegative,
  opening,
  closing,
}: PartAccount): string {
  const hasMoved = closing.entries !== opening.entries;
  const moved = hasMoved ? { closing: stateFields(closing) } : {};
  return lineOf({ account: id, code, asset, kind, normalSide, mayGoNegative, opening: stateFields(opening), ...moved });
}

const stateFields = ({ entries, balance, head }: AccountAt): string[] => [String(entries), String(balance), head];

/** The line of a batch with its transfers. Pure. */
export const batchLine = ({ id, postedAt, hash, rows }: PartBatch): string =>
  lineOf({ batch: String(id), postedAt: postedAt.toISOString(), hash, transfers: rows.map(transferFields) });

const transferFields = (row: Row): (string | number | null)[] => [
  row.source,
  row.sourceId,
  row.line,
  row.description,
  String(row.amount),
  row.debitAccount,
  row.creditAccount,
  String(row.debitSequence),
  String(row.creditSequence),
  String(row.debitBalance),
  String(row.creditBalance),
];

/** The last line: counts, digests and the seal. Pure. */
export const endLine = ({ batches, transfers, accounts, balances, digest, seal }: SealedMonth): string =>
  lineOf({ batches, transfers, accounts, balances, digest, seal });

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;

const count = z.number().int().nonnegative();
const whole = z
  .string()
  .regex(/^-?\d{1,78}$/)
  .transform(BigInt);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const state = z
  .tuple([whole, whole, hash])
  .transform(([entries, balance, head]): AccountAt => ({ entries, balance, head }));

const head = z
  .object({
    format: z.literal(FORMAT),
    month: z.string().refine(isMonth),
    after: whole,
    last: whole,
    before: hash.nullable(),
  })
  .transform(({ month, after, last, before }): Head => ({ month, after, last, before }));

const account = z
  .object({
    account: count,
    code: z.string(),
    asset: z.string(),
    kind: z.string(),
    normalSide: z.enum(['debit', 'credit']),
    mayGoNegative: z.boolean(),
    opening: state,
    closing: state.optional(),
  })
  .transform(({ account: id, closing, ...rest }): PartAccount => ({ id, ...rest, closing: closing ?? rest.opening }));

const transfer = z
  .tuple([z.string(), z.string(), count, z.string().nullable(), whole, count, count, whole, whole, whole, whole])
  .transform(
    ([
      source,
      sourceId,
      line,
      description,
      amount,
      debitAccount,
      creditAccount,
      debitSequence,
      creditSequence,
      debitBalance,
      creditBalance,
    ]): Row => ({
      source,
      sourceId,
      line,
      description,
      amount,
      debitAccount,
      creditAccount,
      debitSequence,
      creditSequence,
      debitBalance,
      creditBalance,
    }),
  );

const batch = z
  .object({
    batch: whole,
    postedAt: z.iso.datetime().transform((text) => new Date(text)),
    hash,
    transfers: z.array(transfer),
  })
  .transform(({ batch: id, transfers: rows, ...rest }): PartBatch => ({ id, rows, ...rest }));

const end = z.object({ batches: count, transfers: count, accounts: count, balances: hash, digest: hash, seal: hash });

/** A month's line by what it is. */
export type MonthLine =
  | { readonly is: 'head'; readonly head: Head }
  | { readonly is: 'account'; readonly account: PartAccount }
  | { readonly is: 'batch'; readonly batch: PartBatch }
  | { readonly is: 'end'; readonly end: z.output<typeof end> };

/** What a line says; null for one of another form, or one that was cut off. Pure. */
export function readLine(text: string): MonthLine | null {
  const value = readJson(text);
  if (typeof value !== 'object' || value === null) return null;
  if ('format' in value) return asLine(head.safeParse(value), (found) => ({ is: 'head', head: found }));
  if ('account' in value) return asLine(account.safeParse(value), (found) => ({ is: 'account', account: found }));
  if ('batch' in value) return asLine(batch.safeParse(value), (found) => ({ is: 'batch', batch: found }));
  return asLine(end.safeParse(value), (found) => ({ is: 'end', end: found }));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const asLine = <T>(parsed: z.ZodSafeParseResult<T>, make: (found: T) => MonthLine): MonthLine | null =>
  parsed.success ? make(parsed.data) : null;
