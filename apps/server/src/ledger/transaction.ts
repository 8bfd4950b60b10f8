import { LARGEST_AMOUNT } from '@kobogate/money';
import type { AccountRef } from './chart.ts';

/** One amount, in the asset's smallest units, from one account to another of the same asset. */
export interface Transfer {
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly amount: bigint;
}

/** Transfers that happen together or not at all. `(source, sourceId)` names their cause, and posts once for ever. */
export interface NewTransaction {
  readonly source: string;
  readonly sourceId: string;
  readonly description: string;
  readonly transfers: readonly Transfer[];
}

export type PostResult =
  | { ok: true; outcome: 'posted' | 'already-posted' }
  /** `account` is the code of the one that would have gone below zero. */
  | { ok: false; reason: 'insufficient-funds'; account: string };

/** Another transaction was posted from the same source: always a bug in the caller. */
export class SourceUsed extends Error {
  constructor(source: string, sourceId: string) {
    super(`the ledger has another transaction from ${source} ${sourceId}`);
    this.name = 'SourceUsed';
  }
}

const MOST_TRANSFERS = 1000;
// The hash puts a control character between fields: a text that contains one could imitate other fields.
const CONTROL = /\p{Cc}/u;

/** Throws `TypeError` for a transaction that can never be posted. Pure. */
export function requireWellFormed({ source, sourceId, description, transfers }: NewTransaction): void {
  if (source === '' || sourceId === '' || [source, sourceId, description].some((text) => CONTROL.test(text))) {
    throw new TypeError('a transaction needs a source and a source id, and its texts no control characters');
  }
  if (transfers.length === 0 || transfers.length > MOST_TRANSFERS) {
    throw new TypeError(
      `a transaction has 1 to ${MOST_TRANSFERS} transfers, and ${source} ${sourceId} has ${transfers.length}`,
    );
  }
  for (const { debit, credit, amount } of transfers) {
    if (debit.asset !== credit.asset)
      throw new TypeError(`a transfer keeps its asset: ${debit.code} to ${credit.code}`);
    if (debit.code === credit.code) throw new TypeError(`a transfer needs two accounts, and both are ${debit.code}`);
    if (amount <= 0n || amount > LARGEST_AMOUNT)
      throw new TypeError(`a transfer's amount is above zero, and ${amount} is not possible`);
  }
}
