import { Refusal } from '../../platform/refusal.ts';
import { everyCoin, signReplacement } from './faucet.ts';
import type { BitcoinState } from './state.ts';
import { MATURITY } from './state.ts';
import type { BitcoinTransaction } from './transactions.ts';

/**
 * Replaces the last `depth` blocks by one more, as a chain with more work does. Their transactions are mined again at their
 * heights, those in `move` in the last new block; those in `drop`, even if they only wait, are replaced for good by a payment
 * of the faucet to itself. What spent from a dropped one is gone with it. Throws `Refusal`.
 */
export function reorganise(
  state: BitcoinState,
  time: number,
  { depth, drop, move }: { depth: number; drop: readonly string[]; move: readonly string[] },
): void {
  if (depth >= MATURITY || depth >= state.tip().height) {
    throw new Refusal(`A reorganisation can be ${MATURITY - 1} blocks deep at most, and never reach the first block.`);
  }
  const all = [
    ...state.waiting,
    ...state.blocks.slice(state.blocks.length - depth).flatMap(({ transactions }) => transactions),
  ];
  const dropped = all.filter(({ txid }) => drop.includes(txid));
  const unknown = drop.find((txid) => !dropped.some((transaction) => transaction.txid === txid));
  if (unknown !== undefined) throw new Refusal(`${unknown} neither waits nor is in the last ${depth} blocks.`);

  const taken = state.cut(depth).map(({ transactions }) => transactions.slice(1));
  const replacements: BitcoinTransaction[] = [];
  for (const { txid, spends } of dropped) {
    // A coin that only the replaced blocks had is gone; what spent it can't come back on its own then.
    if (spends.every((key) => everyCoin(state).has(key))) {
      replacements.push(signReplacement(spends, everyCoin(state), null));
    }
    state.forget(txid);
  }
  const isKept = ({ txid }: BitcoinTransaction): boolean => !drop.includes(txid);
  const moved = taken.flat().filter((transaction) => isKept(transaction) && move.includes(transaction.txid));
  for (const transactions of taken) {
    state.mine(
      time,
      transactions.filter((transaction) => isKept(transaction) && !move.includes(transaction.txid)),
    );
  }
  if (depth > 0) state.mine(time, [...moved, ...replacements]);
  else for (const replacement of replacements) state.wait(replacement);
}
