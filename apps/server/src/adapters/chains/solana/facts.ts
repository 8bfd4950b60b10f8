import type { Holding } from '../../../custody/index.ts';
import type { Nonce } from './read-accounts.ts';

/** What stands at the address that a refund is to be paid to. */
export interface Payee {
  /** `none`: nothing yet, so that the first coins must be enough to live on. `other`: a program's account, not a wallet. */
  readonly account: 'wallet' | 'none' | 'other';
  /** Mints that it has a token account for. */
  readonly mints: ReadonlySet<string>;
}

/** What is at an address of ours, and whether the coin's issuer lets it go. */
export interface Held extends Holding {
  readonly isFrozen: boolean;
}

export interface Facts {
  /** Of every address of ours that holds something, and of the treasury. */
  readonly holdings: readonly Held[];
  /** Nonces that the treasury may use, each for one transaction. */
  readonly nonces: readonly Nonce[];
  /** Mints that the treasury has a token account for. */
  readonly mints: ReadonlySet<string>;
  /** Of the refunds, by address. */
  readonly payees: ReadonlyMap<string, Payee>;
  /** What is offered for a unit of computing, in millionths of a lamport. */
  readonly unitPrice: bigint;
  /** The lamports without which an account that holds nothing else can't be. */
  readonly leastLamports: bigint;
}
