import type { Connection } from '../../platform/database.ts';
import { findSettledBatch, readMonth } from './close-month.ts';
import type { MonthSealer, SealedMonth } from './closed-month.ts';
import { listClosedMonths } from '../db.ts';
import { monthAfter } from './month.ts';
import { createBalances, type PartSums } from './part.ts';
import { provePart, readAccountsAt } from './prove-part.ts';

/** What was proved of what came after the closed months. */
export interface ProofSince extends Pick<PartSums, 'batches' | 'transfers' | 'accounts' | 'differences'> {
  /** The newest closed month, whose balances the proof begins with. */
  readonly month: SealedMonth;
  /** Transfers of the closed months, which were not read. */
  readonly unread: number;
}

/**
 * Proves the postings after the newest closed month, and that all accounts then were as they were closed; null if no month is
 * closed. It reads no entry of the closed months but each account's last one: `proveClosedMonths` and `verify` do. Changes
 * nothing; postings may go on.
 */
export async function proveSince(connection: Connection, sealer: MonthSealer | null): Promise<ProofSince | null> {
  const months = await listClosedMonths(connection);
  const month = months.at(-1);
  if (month === undefined) return null;
  const last = await findSettledBatch(connection);
  const sums = await provePart(connection, { after: month.last, last: last > month.last ? last : month.last });
  const differences = [
    ...checkChain(months, sealer),
    ...(last < month.last
      ? [`closed-month: ${month.month} ends with batch ${month.last}, and the newest is ${last}`]
      : []),
    ...(sums.opening === month.balances
      ? []
      : [`closed-month: ${month.month} was closed with other balances than its accounts' entries up to then say`]),
    ...sums.differences,
  ];
  const unread = months.reduce((sum, { transfers }) => sum + transfers, 0);
  return { month, unread, batches: sums.batches, transfers: sums.transfers, accounts: sums.accounts, differences };
}

/**
 * Compares each closed month with what all accounts were at its end. An account's newest hash covers its whole past. So if the
 * entries are what their hashes say, which `findDifferences` proves, all entries up to then are those that were closed.
 */
export async function proveClosedMonths(connection: Connection, sealer: MonthSealer | null): Promise<string[]> {
  const months = await listClosedMonths(connection);
  if (months.length === 0) return [];
  const made = months.map(createBalances);
  const marks = months.map(({ last }) => last);
  for await (const { states, ...account } of readAccountsAt(connection, marks)) {
    for (const [at, state] of states.entries()) made[at]?.add(account, state);
  }
  let transfers = 0n;
  return [
    ...checkChain(months, sealer),
    ...months.flatMap((kept, at) => {
      const found = made[at]?.read();
      transfers += BigInt(kept.transfers);
      return found?.digest === kept.balances && found.accounts === kept.accounts && found.entries === 2n * transfers
        ? []
        : [changedMonth(kept)];
    }),
  ];
}

/** Reads every line of every closed month again, and compares each month with what was kept. Sentences as `verify` has them. */
export async function readClosedMonths(connection: Connection, sealer: MonthSealer | null): Promise<string[]> {
  const months = await listClosedMonths(connection);
  const found = checkChain(months, sealer);
  for (const kept of months) {
    const { closed, sums } = await readMonth(connection, kept);
    found.push(...sums.differences);
    if (closed.digest !== kept.digest) found.push(changedMonth(kept));
  }
  return [...new Set(found)];
}

const changedMonth = ({ month }: SealedMonth): string =>
  `closed-month: ${month} is not what was closed: its entries were changed, or the database is another one`;

/** Whether months follow one another without a gap, each with its seal. Pure. */
export function checkChain(months: readonly SealedMonth[], sealer: MonthSealer | null): string[] {
  return months.flatMap((closed, at) => {
    const before = months[at - 1];
    const isNext = before === undefined || monthAfter(before.month) === closed.month;
    const goesOn = before === undefined || (closed.before === before.digest && closed.after === before.last);
    return [
      ...(isNext ? [] : [`closed-month: between ${before.month} and ${closed.month} a month is missing`]),
      ...(goesOn ? [] : [`closed-month: ${closed.month} does not go on where ${before.month} ends`]),
      ...(sealer === null || sealer.isGenuine(closed, closed.seal)
        ? []
        : [`closed-month: ${closed.month} was not sealed with SECRETS_KEY or one of SECRETS_KEY_OTHERS`]),
    ];
  });
}
