import { Refusal } from '../../platform/refusal.ts';
import type { Hex } from './rpc.ts';

export interface MinedTransaction {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly from: Hex;
  readonly nonce: number;
  /** Index of its block among those replaced, 0 is the oldest. */
  readonly slot: number;
}

/** Mined in the block with this index: a transaction again, or a payment of zero that takes the faucet's nonce. */
type Mined = { readonly raw: Hex; readonly slot: number } | { readonly nonce: number; readonly slot: number };

export interface ReorgPlan {
  /** In this order. A dropped payment of the faucet leaves its nonce filled, or its later ones could not follow. */
  readonly mined: readonly Mined[];
  /** Signed transactions that lost an earlier one of their sender and now wait for it. */
  readonly waiting: readonly Hex[];
}

/**
 * Decides what happens to the transactions of the replaced blocks. A dropped one vanishes. A moved one, and its
 * sender's later ones, go into the last block. All others keep their block. Throws a `Refusal` that names a
 * transaction which is in none of the blocks.
 */
export function planReorg(
  transactions: readonly MinedTransaction[],
  { depth, drop, move, faucet }: { depth: number; drop: readonly string[]; move: readonly string[]; faucet: Hex },
): ReorgPlan {
  const known = new Set(transactions.map(({ hash }) => hash.toLowerCase()));
  const stranger = [...drop, ...move].find((hash) => !known.has(hash.toLowerCase()));
  if (stranger !== undefined) throw new Refusal(`${stranger} is in none of the last ${depth} blocks.`);
  const dropped = new Set(drop.map((hash) => hash.toLowerCase()));
  const moved = new Set(move.map((hash) => hash.toLowerCase()));
  const late = new Set<string>();
  const broken = new Set<string>();
  const mined: Mined[] = [];
  const waiting: Hex[] = [];
  for (const { hash, raw, from, nonce, slot: before } of transactions) {
    const isDropped = dropped.has(hash.toLowerCase());
    if (!isDropped && moved.has(hash.toLowerCase())) late.add(from);
    const slot = late.has(from) ? depth - 1 : before;
    if (isDropped && from.toLowerCase() === faucet.toLowerCase()) mined.push({ nonce, slot });
    else if (isDropped) broken.add(from);
    else if (broken.has(from)) waiting.push(raw);
    else mined.push({ raw, slot });
  }
  return { mined, waiting };
}
