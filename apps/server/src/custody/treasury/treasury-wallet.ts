import type { ChainFamily, LedgerAssetCode, NetworkId } from '@kobogate/contract';
import type { KeyPlace, Planned } from '@kobogate/plans';

/** An address of ours, by where its key lies. */
export interface OwnAddress extends KeyPlace {
  /** As the chain's node gives it back. */
  readonly addressKey: string;
}

/** Coins that lie at an address of ours now. */
export interface Holding {
  readonly address: OwnAddress;
  readonly asset: LedgerAssetCode;
  /** Above zero, in smallest units. */
  readonly amount: bigint;
}

/** An approved refund. */
export interface DueRefund {
  readonly id: string;
  readonly asset: string;
  /** What the payee gets: the fee is taken off. */
  readonly amount: bigint;
  readonly address: string;
}

export interface SpendingWish {
  readonly treasury: OwnAddress;
  readonly deposits: readonly OwnAddress[];
  readonly refunds: readonly DueRefund[];
  readonly isSweep: boolean;
  /** Accounts that date transactions, on a network that has no other date that lasts until they are signed. */
  readonly nonceAccounts?: readonly string[];
  /** Less than this of an asset at one address is not worth moving. */
  readonly leastOf: (asset: string) => bigint;
}

export interface SpendingDraft {
  readonly transactions: readonly Planned[];
  /** What was left out and why, in sentences for the operator. */
  readonly notes: readonly string[];
}

/** What became of a transaction in a block, by the network's own account. */
export interface Outcome {
  /** False: it failed there and moved nothing but its fee. */
  readonly isSuccess: boolean;
  /** In the network's own coin. */
  readonly fee: bigint;
}

/** What a transaction that stands in a block moved, by the network's own account. */
export interface Traced extends Outcome {
  /** What each address has more or less than before, in each asset that we know; zeros are left out. What the fee took is in it. */
  readonly changes: readonly {
    readonly asset: LedgerAssetCode;
    readonly addressKey: string;
    /** As a person writes it. */
    readonly address: string;
    readonly amount: bigint;
  }[];
  /** What it used up on its chain, in the words that `Replacing.uses` has for a planned one; of Cardano `transaction:index`. */
  readonly uses: readonly string[];
}

/** A transaction of ours that was signed and handed over, and that no block has. */
export interface Waiting {
  readonly planned: Planned;
  readonly txid: string;
}

export type Replacement =
  | (SpendingDraft & {
      /** The ids of those that no block will ever have: others have used up for good what they need. */
      readonly impossible: ReadonlySet<string>;
    })
  /** Why nothing can be replaced now, in a sentence for the operator. */
  | { readonly refusal: string };

/** How transactions that wait are replaced on one network. */
export interface Replacing {
  /** What a transaction uses up, of which each can be used up once on its chain: coins, or an account's numbers. Pure. */
  uses(planned: Planned): readonly string[];
  /**
   * A transaction of the treasury to itself that uses up what a refund's would, so that it can't come; null where that is none.
   * Missing where a transaction pays many at once. Pure.
   */
  cancel?(planned: Planned, treasury: OwnAddress): Planned | null;
  /**
   * Drafts transactions in the place of those that wait: each refund is paid once more by one that uses up something of every
   * waiting one that pays it. `confirmations` blocks make final what others have used up, up to the height that the watcher has
   * read (null: nothing): above it one of ours may stand in a block without our knowing.
   */
  draft(
    waiting: readonly Waiting[],
    wish: Pick<SpendingWish, 'treasury' | 'deposits'> & {
      readonly confirmations: number;
      readonly readTo: bigint | null;
    },
  ): Promise<Replacement>;
}

export interface NonceMakerOptions {
  /** Of `newSecret`. */
  readonly secret: string;
  /** Who is to use them. */
  readonly treasury: string;
  readonly count: number;
}

/**
 * Makes accounts that date transactions, out of coins that the operator sends to an address of no other use. Each step may be
 * repeated at any time, and makes nothing twice. Throws `NodeFault`.
 */
export interface NonceMaker {
  /** Where the operator sends coins. */
  readonly address: string;
  readonly accounts: readonly string[];
  /** How much more of the network's own coin must be sent there; zero where it is enough. */
  lacking(): Promise<bigint>;
  /** Makes those that are missing, and waits until they are final. */
  make(): Promise<void>;
  /** Passes what is left on to the treasury. */
  passOn(): Promise<void>;
}

/**
 * Port: what can be done with coins of ours on one network. Holds no key. Throws `NodeFault` for whatever is wrong with the
 * node or with what it says.
 */
export interface TreasuryWallet {
  readonly network: NetworkId;
  readonly family: ChainFamily;
  holdings(addresses: readonly OwnAddress[]): Promise<Holding[]>;
  /**
   * Which of these addresses the chain knows, by their keys: they hold something, or have paid before as far as it still tells. One
   * that is missing here may have been emptied long ago.
   */
  used(addresses: readonly OwnAddress[]): Promise<ReadonlySet<string>>;
  draft(wish: SpendingWish): Promise<SpendingDraft>;
  /** The id of a signed transaction; null where it is not exactly the planned one, signed by the planned key. Pure. */
  identify(planned: Planned, raw: string): Promise<string | null>;
  /** Hands a signed transaction to the network; doing it again is no error. */
  broadcast(raw: string): Promise<void>;
  /** What became of a transaction that stands in this block; null where the node does not have it there. */
  outcome(planned: Planned, transaction: string, blockHash: string): Promise<Outcome | null>;
  /** What any transaction that stands in this block moved, planned by us or not; null where the node does not have it there. */
  trace(transaction: string, blockHash: string): Promise<Traced | null>;
  /** Missing on networks where one transaction can't take another's place. */
  readonly replacing?: Replacing;
  /** Only where transactions need them. The secret's key spends nothing but what the operator sends to its address. */
  readonly nonces?: { newSecret(): string; open(options: NonceMakerOptions): NonceMaker };
}
