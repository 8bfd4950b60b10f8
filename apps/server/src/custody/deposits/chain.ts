import type { ChainFamily, LedgerAssetCode, NetworkId } from '@kobogate/contract';

/** A block's position in the chain. */
export interface BlockHeader {
  readonly height: bigint;
  readonly hash: string;
  readonly parentHash: string;
  /** Its timestamp, where that is known without reading the block. */
  readonly madeAt?: Date;
}

/** Value that really moved to one of our addresses, in a real asset. */
export interface Transfer {
  /** The same for the same logical transfer wherever a reorganisation puts it; unique within the network. */
  readonly identity: string;
  /** The transaction's id, as explorers show it. */
  readonly transaction: string;
  /** The address that signed the transaction, where the chain has a single one. */
  readonly sender?: string;
  /** Where the coins came from as far as the chain shows it, in the form of `addressKey`; may have repeats. */
  readonly senders?: readonly string[];
  readonly asset: LedgerAssetCode;
  readonly addressKey: string;
  /** Above zero, in the asset's smallest units. */
  readonly amount: bigint;
  /** Set where the chain itself locks the coins for a while: counts where it is more than the policy asks for. */
  readonly confirmationsAtLeast?: number | undefined;
}

export interface ScannedBlock extends BlockHeader {
  readonly madeAt: Date;
  /** The ids of all its transactions, where the treasury can move the family's coins and some of them may be ours. */
  readonly transactions?: readonly string[];
  /**
   * The ids of those that an address of ours paid for or spent from, as far as the block shows it; missing where there
   * are none.
   */
  readonly sent?: readonly string[];
  readonly transfers: readonly Transfer[];
  /** True where coins that a contract sent in it were not looked for: the provider refused to trace it. */
  readonly isUntraced?: boolean;
  /** True where that is because the provider's trace was empty, although the block has transactions. */
  readonly hasBlankTrace?: boolean;
}

/** The blocks in which addresses were paid, by a provider's index. */
export interface PaidIn {
  /** Of very many the newest. */
  readonly heights: readonly bigint[];
  /** False where it lists tokens alone. */
  readonly isWhole: boolean;
}

/** Whether a provider traces blocks: the last one that was asked for, none at all, or only some. */
export type TracingState = 'unknown' | 'offered' | 'not offered' | 'refused';

/** Which of the given address keys are ours, the treasury's among them. */
export type FindOurs = (addressKeys: Iterable<string>) => Promise<{ has(addressKey: string): boolean }>;

/**
 * Port: one network as its node reports it. Every call first checks that the node is on the right chain, waits ten
 * seconds at most for each answer, and throws `NodeFault` for any error of the node or in its answer.
 */
export interface Chain {
  readonly network: NetworkId;
  readonly family: ChainFamily;
  /** Whether every block that it gives is final by the chain's own rules: a replaced block is then the node's fault. */
  readonly hasOnlyFinalBlocks?: boolean;
  /** Whether each block is proved whole by its own hash: no provider can leave a payment out of one. */
  readonly isProven?: boolean;
  /** The newest block, and the node's block at `height`, null where it has none there. */
  look(height: bigint): Promise<{ head: BlockHeader; block: Pick<BlockHeader, 'height' | 'hash'> | null }>;
  /** How many blocks it gives in one `scan` at present: fewer where its provider has failed in more; missing where that does not change. */
  step?(): number;
  /** The node's blocks of the given heights, in that order, null where it has none. */
  headers(heights: readonly bigint[]): Promise<(BlockHeader | null)[]>;
  /** Reads the blocks `from` to `to`, both included, with what each moved to an address of ours. */
  scan(from: bigint, to: bigint, findOurs: FindOurs): Promise<ScannedBlock[]>;
  /**
   * Where these addresses were paid above the height `from`, up to `to`, by the provider's own index. Missing where it has
   * none: the blocks themselves have to be read.
   */
  paidIn?(addressKeys: readonly string[], range: { readonly from: bigint; readonly to: bigint }): Promise<PaidIn>;
  /**
   * What all these addresses hold at a block, every asset that counts, as a text that is the same only where the sums are;
   * null where the provider does not say. Missing where a chain gives no balances of a block.
   */
  holdings?(at: Pick<BlockHeader, 'hash'>, addressKeys: readonly string[]): Promise<string | null>;
  /**
   * Reads again a block that was not traced; null where it still can't be, or was refused a moment ago. Missing where
   * nothing is ever traced.
   */
  retrace?(height: bigint, findOurs: FindOurs): Promise<ScannedBlock | null>;
  /**
   * The height of the newest block that the chain itself calls final; null where the provider does not say. Missing where
   * a chain has no such word, or gives final blocks only.
   */
  finalHeight?(): Promise<bigint | null>;
  /**
   * The height of the newest block that a rollup calls safe: its transactions are in a block of the chain that secures it,
   * which is not final yet. Null where the provider does not say; missing where a chain has no such word.
   */
  safeHeight?(): Promise<bigint | null>;
  /** What it does with traces; missing where nothing is ever traced. */
  tracing?(): TracingState;
}

/**
 * A node that does not answer, or gives an impossible answer: the watcher waits, and believes nothing of it. The sentence
 * may have the node's own words: a NUL in them, which the database refuses, is left out.
 */
export class NodeFault extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence.replaceAll('\0', ''), options);
    this.name = 'NodeFault';
  }
}
