import type { Transaction } from '../../platform/database.ts';
import type { ScannedBlock } from './chain.ts';

/** A block as far as our own transactions are looked for in it. */
export type SeenBlock = Pick<ScannedBlock, 'height' | 'hash' | 'transactions' | 'sent'>;

/**
 * Our own transactions, as a watcher meets them: they are no deposits, and what became of them is written with the blocks.
 * Whoever sends one has written it down before.
 */
export interface Outgoing {
  /** Which of these transactions of a network are ours. */
  ours(network: string, transactions: readonly string[]): Promise<{ has(transaction: string): boolean }>;
  /**
   * The address that everything of a network is swept to, null where there is none: what it sends is no deposit, whichever program
   * sent it.
   */
  treasury(network: string): string | null;
  /** Notes which of ours these new blocks have, in the transaction that writes the blocks. */
  noteSeen(tx: Transaction, network: string, blocks: readonly SeenBlock[]): Promise<void>;
  /** Undoes that for the blocks above a height, which the chain has replaced. */
  forgetAbove(tx: Transaction, network: string, height: bigint): Promise<void>;
}
