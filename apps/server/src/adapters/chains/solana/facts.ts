import type { EmptiedAddress, Holding } from '../../../custody/index.ts';
import type { Nonce } from './read-accounts.ts';

/** What is at the address that a refund is to be paid to. */
export interface Payee {
  /**
   * `none`: no account yet, so the first coins must cover the rent-exempt minimum. `other`: a program's account, or an
   * address without a private key that holds nothing: not a wallet.
   */
  readonly account: 'wallet' | 'none' | 'other';
  /** Mints that it has a token account for. */
  readonly mints: ReadonlySet<string>;
}

/** The balance at an address of ours, and whether the coin's issuer has frozen it. */
export interface Held extends Holding {
  readonly isFrozen: boolean;
}

/** The empty account of a deposit address for a token, which its owner may close. */
export interface EmptyAccount extends EmptiedAddress {
  /** What it gives back. */
  readonly lamports: bigint;
}

export interface Facts {
  /** For every address of ours that holds something, and for the treasury. */
  readonly holdings: readonly Held[];
  /** Nonces that the treasury may use, each for one transaction. */
  readonly nonces: readonly Nonce[];
  /** Mints for which there is a token account where sweeps end. */
  readonly mints: ReadonlySet<string>;
  readonly emptied: readonly EmptyAccount[];
  /** The refunds' payees, by address. */
  readonly payees: ReadonlyMap<string, Payee>;
  /** The price per compute unit, in millionths of a lamport. */
  readonly unitPrice: bigint;
  /** The rent-exempt minimum of an account that holds nothing else, in lamports. */
  readonly leastLamports: bigint;
}
