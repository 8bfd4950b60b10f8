import type { ChainFamily, LedgerAssetCode, NetworkId, RefundId } from '@kobogate/contract';
import type { KeyPlace, Planned } from '@kobogate/plans';

/** An address of ours, with the location of its key. */
export interface OwnAddress extends KeyPlace {
  /** As the chain's node returns it. */
  readonly addressKey: string;
}

/** Coins at an address of ours now. */
export interface Holding {
  readonly address: OwnAddress;
  readonly asset: LedgerAssetCode;
  /** Above zero, in smallest units. */
  readonly amount: bigint;
}

/** An approved refund. */
export interface DueRefund {
  readonly id: RefundId;
  readonly asset: string;
  /** What the payee gets: the fee is deducted. */
  readonly amount: bigint;
  readonly address: string;
}

/** A deposit address all of whose coins of a token were swept. */
export interface EmptiedAddress {
  readonly address: OwnAddress;
  readonly asset: string;
}

export interface SpendingWish {
  readonly treasury: OwnAddress;
  readonly deposits: readonly OwnAddress[];
  readonly refunds: readonly DueRefund[];
  readonly isSweep: boolean;
  /**
   * Planned transactions of ours that are not in blocks yet, signed or not: their coins, numbers and amounts are spoken
   * for. Their addresses are not among `deposits`.
   */
  readonly reserved?: readonly Planned[];
  /** Nonce accounts, on a network whose transactions otherwise expire before they can be signed offline. */
  readonly nonceAccounts?: readonly string[];
  /** Deposit addresses that hold nothing of a token any more, and where no coins of it are waited for. */
  readonly emptied?: readonly EmptiedAddress[];
  /** Where sweeps end in place of the treasury: an address whose key is not among ours. */
  readonly sweepTo?: OwnAddress | undefined;
  /** Less than this of an asset at one address is not worth moving. */
  readonly leastOf: (asset: string) => bigint;
}

export interface SpendingDraft {
  readonly transactions: readonly Planned[];
  /** What was left out and why, in sentences for the operator. */
  readonly notes: readonly string[];
}

/** The outcome of a transaction in a block, as the network reports it. */
export interface Outcome {
  /** False: it failed there and moved nothing but its fee. */
  readonly isSuccess: boolean;
  /** In the network's own coin. */
  readonly fee: bigint;
  /** What came back to the treasury with it that no customer's deposit was: the rent of an account that it closed. */
  readonly returned?: bigint;
}

/** What a transaction in a block moved, as the network reports it. */
export interface Traced extends Outcome {
  /** The change of each address in each asset that we know; zeros are left out. The fee is included. */
  readonly changes: readonly {
    readonly asset: LedgerAssetCode;
    readonly addressKey: string;
    /** The address as people write it. */
    readonly address: string;
    readonly amount: bigint;
  }[];
  /**
   * What it used up on its chain, in the form that `Replacing.uses` has for a planned one; on Cardano
   * `transaction:index`.
   */
  readonly uses: readonly string[];
}

/** A signed and sent transaction of ours that no block has. */
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

/** How waiting transactions are replaced on one network. */
export interface Replacing {
  /** What a transaction uses up; each item can be used only once on its chain: coins, or an account's nonces. Pure. */
  uses(planned: Planned): readonly string[];
  /**
   * A transaction of the treasury to itself that uses up what a refund's transaction needs, so that the refund can no longer be
   * included; null if there is none. Missing where one transaction pays many at once. Pure.
   */
  cancel?(planned: Planned, treasury: OwnAddress): Planned | null;
  /**
   * Which of these no block can have any more, by their ids, where none of our transactions need show that: the number that one needs
   * may have been used up by another's. By final blocks up to the height that the watcher has read. Missing where only a
   * transaction of our keys uses such things up.
   */
  impossible?(waiting: readonly Waiting[], known: { readonly readTo: bigint | null }): Promise<ReadonlySet<string>>;
  /**
   * Drafts replacements of waiting transactions: each refund is paid once more by one that uses up something of every
   * waiting one that pays it. What others have used up is final after `confirmations` blocks, up to the height that the
   * watcher has read (null: nothing): above it one of ours may be in a block without our knowing.
   */
  draft(
    waiting: readonly Waiting[],
    wish: Pick<SpendingWish, 'treasury' | 'deposits' | 'reserved' | 'sweepTo'> & {
      readonly confirmations: number;
      readonly readTo: bigint | null;
    },
  ): Promise<Replacement>;
}

export interface NonceMakerOptions {
  /** From `newSecret`. */
  readonly secret: string;
  /** The treasury addresses that use them. */
  readonly treasury: string;
  readonly count: number;
}

/**
 * Makes nonce accounts from coins that the operator sends to an address used for this alone. Each step may be repeated
 * at any time, and makes nothing twice. Throws `NodeFault`.
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
 * Port: treasury operations with our coins on one network. Holds no key. Throws `NodeFault` for any error of the node
 * or in its answer.
 */
export interface TreasuryWallet {
  readonly network: NetworkId;
  readonly family: ChainFamily;
  /** The operator's cold address that the signer sweeps to; its coins are the treasury's in the books. */
  readonly cold?: OwnAddress;
  /** Set where emptied token accounts hold coins of the network that closing them gives back. */
  readonly closesAccounts?: true;
  /** Set where `holdings` takes its node minutes, however few addresses are asked for. */
  readonly hasSlowBalances?: true;
  holdings(addresses: readonly OwnAddress[]): Promise<Holding[]>;
  /**
   * Which of these addresses the chain knows, by their keys: they hold something, or have paid before as far as the
   * chain still shows it. A missing one may have been emptied long ago.
   */
  used(addresses: readonly OwnAddress[]): Promise<ReadonlySet<string>>;
  draft(wish: SpendingWish): Promise<SpendingDraft>;
  /** The id of a signed transaction; null where it is not exactly the planned one, signed by the planned key. Pure. */
  identify(planned: Planned, raw: string): Promise<string | null>;
  /** Sends a signed transaction to the network; repeating it is no error. */
  broadcast(raw: string): Promise<void>;
  /** The outcome of a transaction in this block; null where the node does not have it there. */
  outcome(planned: Planned, transaction: string, blockHash: string): Promise<Outcome | null>;
  /** What any transaction in this block moved, planned by us or not; null where the node does not have it there. */
  trace(transaction: string, blockHash: string): Promise<Traced | null>;
  /** Missing on networks where transactions can't be replaced. */
  readonly replacing?: Replacing;
  /** Only where transactions need them. The secret's key can only spend what the operator sends to its address. */
  readonly nonces?: { newSecret(): string; open(options: NonceMakerOptions): NonceMaker };
}
