import type { AccountState, Plan } from './plan.ts';

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
