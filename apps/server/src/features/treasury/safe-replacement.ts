import type { Planned } from '@kobogate/plans';
import { paymentsIn } from './planned-refunds.ts';

/**
 * Whether no refund can be paid twice, or otherwise than before, once `next` stands beside what waits: whichever of them the chain
 * takes, it takes no other that pays the same refund, and one that is shut out is stood in for in full. Each shuts out something, whether it
 * pays a refund or not. `uses` names what a
 * transaction uses up. Pure.
 */
export function isSafeReplacement(
  uses: (planned: Planned) => readonly string[],
  waiting: readonly Planned[],
  next: readonly Planned[],
): boolean {
  const isExclusive = (one: Planned, other: Planned): boolean => {
    const used = new Set(uses(one));
    return uses(other).some((each) => used.has(each));
  };
  const paidOnce = next.flatMap((each) => [...paymentsIn(each).keys()]);
  if (new Set(paidOnce).size !== paidOnce.length) return false;
  return next.every((replacement) => {
    const paid = paymentsIn(replacement);
    const shutOut = waiting.filter((old) => isExclusive(old, replacement));
    const stoodInFor = shutOut.every((old) => isSame(paymentsIn(old), paid));
    const payers = waiting.filter((old) => [...paymentsIn(old).keys()].some((id) => paid.has(id)));
    const isInPlace = shutOut.length > 0 && payers.every((old) => shutOut.includes(old));
    return stoodInFor && isInPlace && (paid.size === 0 || payers.length > 0);
  });
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([id, words]) => other.get(id) === words);
}
