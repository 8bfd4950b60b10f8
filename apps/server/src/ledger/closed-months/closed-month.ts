import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A month of the books that is closed: nothing is ever added to it. Digests in hexadecimal. */
export interface ClosedMonth {
  /** Of Lagos, such as `2026-11`. */
  readonly month: string;
  /** The last batch of the month before; 0 before the first one. */
  readonly after: bigint;
  /** Its last batch; a month without one has `after`. */
  readonly last: bigint;
  readonly batches: number;
  readonly transfers: number;
  /** Accounts with an entry by its end. */
  readonly accounts: number;
  /** Over each account at its end. */
  readonly balances: string;
  /** The digest of the month before; null for the first one. */
  readonly before: string | null;
  /** SHA-256 over the month's lines, `before` among them. */
  readonly digest: string;
}

/** Signs closed months with the operator's key, which is not in the database. */
export interface MonthSealer {
  seal(closed: ClosedMonth): string;
  isGenuine(closed: ClosedMonth, seal: string): boolean;
}

/** A closed month with its seal, in hexadecimal. */
export interface SealedMonth extends ClosedMonth {
  readonly seal: string;
}

/** A closed month as it is kept, and when it was closed. */
export interface KeptMonth extends SealedMonth {
  readonly closedAt: Date;
}

/**
 * HMAC-SHA-256 (RFC 2104) with a separate key, derived from the operator's by HKDF (RFC 5869). A month is never sealed again: those that
 * one of `others` sealed are genuine too.
 */
export function createMonthSealer(secretsKey: Uint8Array, others: readonly Uint8Array[] = []): MonthSealer {
  const derive = (key: Uint8Array): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'kobogate closed month', 32));
  const key = derive(secretsKey);
  const keys = [key, ...others.map(derive)];
  const sealWith = (by: Buffer, closed: ClosedMonth): Buffer =>
    createHmac('sha256', by).update(canonicalText(closed)).digest();
  return {
    seal: (closed) => sealWith(key, closed).toString('hex'),
    isGenuine: (closed, seal) => {
      const given = Buffer.from(seal, 'hex');
      return given.length === 32 && keys.some((each) => timingSafeEqual(sealWith(each, closed), given));
    },
  };
}

const canonicalText = (closed: ClosedMonth): string =>
  [
    'kobogate closed month 1',
    closed.month,
    closed.after,
    closed.last,
    closed.batches,
    closed.transfers,
    closed.accounts,
    closed.balances,
    closed.before ?? '',
    closed.digest,
  ].join('\n');

/** A closed month with its seal. Pure. */
export const sealMonth = (closed: ClosedMonth, sealer: MonthSealer): SealedMonth => ({
  ...closed,
  seal: sealer.seal(closed),
});
