import type { Transaction } from '../../platform/database.ts';
import type { BlockRef } from './blocks.ts';
import type { Chain, FindOurs } from './chain.ts';

/** The blocks whose coins sent by contracts were not looked for, because no provider would trace them. */
export interface Traces {
  /** Notes blocks, in the transaction that writes them. */
  noteUntraced(tx: Transaction, network: string, blocks: readonly BlockRef[]): Promise<void>;
  /** Forgets those above a height, which the chain has replaced. */
  forgetAbove(tx: Transaction, network: string, height: bigint): Promise<void>;
  /** Asks for the missing traces at these providers, and records what they show. Answers whether that was anything. */
  retrace(network: string, tip: BlockRef, chains: readonly Chain[], findOurs: FindOurs): Promise<boolean>;
}
