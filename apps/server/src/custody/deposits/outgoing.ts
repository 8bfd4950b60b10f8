import type { Transaction } from '../../platform/database.ts';
import type { ScannedBlock } from './chain.ts';

/** A block in which our own transactions are looked for. */
export type SeenBlock = Pick<ScannedBlock, 'height' | 'hash' | 'transactions' | 'sent'>;

/**
 * Our own transactions, as a watcher meets them: they are no deposits, and their state is written with the blocks. They
 * are recorded before they are sent.
 */
export interface Outgoing {
  /** Which of these transactions of a network are ours. */
  ours(network: string, transactions: readonly string[]): Promise<{ has(transaction: string): boolean }>;
  /**
   * The address to which everything of a network is swept, null if there is none: its payments are never deposits, whichever
   * program sent them.
   */
  treasury(network: string): string | null;
  /** Whether one of ours on a network was recorded, and is in no block that was read. */
  waits(network: string): Promise<boolean>;
  /** Records which of ours these new blocks have, in the transaction that writes the blocks. */
  noteSeen(tx: Transaction, network: string, blocks: readonly SeenBlock[]): Promise<void>;
  /** Undoes that for the blocks above a height, which the chain has replaced. */
  forgetAbove(tx: Transaction, network: string, height: bigint): Promise<void>;
}
