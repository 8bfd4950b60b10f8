import { Refusal } from '../../platform/refusal.ts';
import { FINALITY_BLOCKS, type SolanaState } from './state.ts';

/**
 * Drops the fork of the last `depth` blocks for one that is a block longer, in later slots, as a cluster does before
 * finality. The transactions are in the new blocks again, those in `move` in the last one; those in `drop` are not,
 * also where they only wait. Throws `Refusal` where a block is final: Solana replaces none of those.
 */
export function reorganise(
  state: SolanaState,
  time: number,
  { depth, drop, move }: { depth: number; drop: readonly string[]; move: readonly string[] },
): void {
  if (depth > FINALITY_BLOCKS || depth >= state.blocks.length) {
    throw new Refusal(
      `On Solana a block is final when ${FINALITY_BLOCKS} others are on top of it: at most ${FINALITY_BLOCKS} can be replaced.`,
    );
  }
  const replaced = state.blocks.slice(state.blocks.length - depth).flatMap(({ executed }) => executed);
  const known = new Set(
    [...replaced.map(({ transaction }) => transaction), ...state.waiting].map((one) => one.signature),
  );
  const unknown = drop.find((signature) => !known.has(signature));
  if (unknown !== undefined) throw new Refusal(`${unknown} neither waits nor is in the last ${depth} blocks.`);

  for (const signature of drop) state.forget(signature);
  const taken = state.cut(depth).map(({ executed }) => executed.map(({ transaction }) => transaction));
  const isKept = ({ signature }: { signature: string }): boolean => !drop.includes(signature);
  const isMoved = ({ signature }: { signature: string }): boolean => move.includes(signature);
  for (const transactions of taken) {
    state.mine(
      time,
      transactions.filter((one) => isKept(one) && !isMoved(one)),
    );
  }
  if (depth > 0)
    state.mine(
      time,
      taken.flat().filter((one) => isKept(one) && isMoved(one)),
    );
}
