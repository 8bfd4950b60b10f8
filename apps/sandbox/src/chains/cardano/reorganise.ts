import { randomBytes } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';
import { everyCoin, spendAgain } from './faucet.ts';
import type { CardanoState } from './state.ts';
import { type CardanoTransaction, FAUCET_ADDRESS } from './transactions.ts';

/** Cardano never goes back further than this (its security parameter). */
const DEEPEST = 2_160;

/** 32 random bytes: two blocks at one place with the same transactions have different names. */
export const newProof = (): string => randomBytes(32).toString('hex');

/**
 * Goes back `depth` blocks and makes one more, as a node does that finds a longer chain. Their transactions are in blocks again
 * at their heights, those in `move` in the last new block; those in `drop`, even if they only wait, are replaced for good by a
 * payment of the faucet to itself. What spent from a dropped one is gone with it. Throws `Refusal`.
 */
export function reorganise(
  state: CardanoState,
  time: number,
  { depth, drop, move }: { depth: number; drop: readonly string[]; move: readonly string[] },
): void {
  if (depth > DEEPEST || depth >= state.tip().height) {
    throw new Refusal(
      `A reorganisation can be ${DEEPEST} blocks deep at most, and never reach the faucet's first block.`,
    );
  }
  const all = [
    ...state.waiting,
    ...state.blocks.slice(state.blocks.length - depth).flatMap(({ transactions }) => transactions),
  ];
  const dropped = all.filter(({ hash }) => drop.includes(hash));
  const unknown = drop.find((hash) => !dropped.some((transaction) => transaction.hash === hash));
  if (unknown !== undefined) throw new Refusal(`${unknown} neither waits nor is in the last ${depth} blocks.`);

  const taken = state.cut(depth).map(({ transactions }) => transactions);
  const replacements: CardanoTransaction[] = [];
  for (const { hash, inputs } of dropped) {
    // A coin that only the replaced blocks had is gone; what spent it can't come back on its own then. Transactions of
    // others have to be sent again by their senders.
    const coins = everyCoin(state);
    if (inputs.every((key) => coins.get(key)?.output.address === FAUCET_ADDRESS)) {
      replacements.push(spendAgain(inputs, everyCoin(state), time));
    }
    state.forget(hash);
  }
  const isKept = ({ hash }: CardanoTransaction): boolean => !drop.includes(hash);
  const isMoved = ({ hash }: CardanoTransaction): boolean => move.includes(hash);
  const moved = taken.flat().filter((transaction) => isKept(transaction) && isMoved(transaction));
  for (const transactions of taken) {
    state.mine(
      time,
      newProof(),
      transactions.filter((transaction) => isKept(transaction) && !isMoved(transaction)),
    );
  }
  if (depth > 0) state.mine(time, newProof(), [...moved, ...replacements]);
  else for (const replacement of replacements) state.wait(replacement);
}
