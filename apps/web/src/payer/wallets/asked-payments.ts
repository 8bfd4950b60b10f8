import type { Payment } from '@kobogate/contract';

const STORAGE_KEY = 'kobogate_wallet_payments';
/** More payments than a payer has open in one browser. */
const MOST = 20;

/** What a wallet was asked to send; without a transaction its result is not known. */
export interface AskedPayment {
  readonly id: string;
  /** How many deposits the payment had then: one more settles the request. */
  readonly deposits: number;
  readonly transaction: string | null;
}

// Requests that the browser did not store: known for as long as the page is open.
let unstored: readonly AskedPayment[] | null = null;

function readAll(): readonly AskedPayment[] {
  if (unstored !== null) return unstored;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isAsked) : [];
  } catch {
    return [];
  }
}

function isAsked(entry: unknown): entry is AskedPayment {
  if (typeof entry !== 'object' || entry === null) return false;
  const { id, deposits, transaction }: Partial<Record<keyof AskedPayment, unknown>> = entry;
  const isTransaction = transaction === null || typeof transaction === 'string';
  return typeof id === 'string' && typeof deposits === 'number' && isTransaction;
}

function writeAll(entries: readonly AskedPayment[]): void {
  const kept = entries.slice(-MOST);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(kept));
    unstored = null;
  } catch {
    // Private browsing, or a full store.
    unstored = kept;
  }
}

/**
 * What a wallet of this browser was asked to send for a payment, in this tab or another, while the chain has not shown
 * a new deposit since; null: nothing.
 */
export const findAsked = ({ id, deposits }: Pick<Payment, 'id' | 'deposits'>): AskedPayment | null =>
  readAll().find((entry) => entry.id === id && entry.deposits >= deposits.length) ?? null;

/** Stores the request before it is made, and its answer once there is one. */
export const rememberAsked = (asked: AskedPayment): void =>
  writeAll([...readAll().filter(({ id }) => id !== asked.id), asked]);

/** Deletes it: nothing was sent. */
export const forgetAsked = (id: string): void => writeAll(readAll().filter((entry) => entry.id !== id));
