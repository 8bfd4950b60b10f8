import type { BlockHeader, ScannedBlock } from '../../../custody/index.ts';
import type { SolanaHeader } from './read-block.ts';

/** A block's position, with its time. */
type PlacedHeader = BlockHeader & Pick<SolanaHeader, 'madeAt'>;

/**
 * The watcher expects a block at every height, but Solana has slots without one. Such a slot gets a name derived from
 * the block before it: `<that block's hash>+<how many slots after it>`. It is only believed when the next block's
 * parent lies before the slot: "skipped" from the node itself may only mean that it has lost the block.
 */
function skippedSlot({ parentSlot, parentHash, madeAt }: SolanaHeader, slot: bigint): PlacedHeader {
  const name = (at: bigint): string => (at === parentSlot ? parentHash : `${parentHash}+${at - parentSlot}`);
  return { height: slot, hash: name(slot), parentHash: name(slot - 1n), madeAt };
}

/** A block at its height: its parent is the slot before it, skipped or not. Pure. */
export function placed(header: SolanaHeader): PlacedHeader {
  const { slot, parentSlot, hash, parentHash, madeAt } = header;
  const before = slot - parentSlot === 1n ? parentHash : skippedSlot(header, slot - 1n).hash;
  return { height: slot, hash, parentHash: before, madeAt };
}

/** The skipped slots right before a block that lie between `from` and `to`, both included. Pure. */
export function skippedBefore(header: SolanaHeader, from: bigint, to: bigint): ScannedBlock[] {
  const skipped: ScannedBlock[] = [];
  for (let slot = header.parentSlot + 1n; slot < header.slot && slot <= to; slot += 1n) {
    if (slot >= from) skipped.push(Object.assign(skippedSlot(header, slot), { transfers: [] }));
  }
  return skipped;
}

/**
 * What is at `slot`, by the first block that the node has at or after it; null where the block that should be there is
 * missing.
 */
export function headerAt(slot: bigint, next: SolanaHeader): BlockHeader | null {
  if (next.slot === slot) return placed(next);
  return next.parentSlot < slot ? skippedSlot(next, slot) : null;
}
