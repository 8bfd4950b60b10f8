import type { Planned } from '@kobogate/plans';
import { paymentsIn } from './planned-refunds.ts';

/**
 * Whether no refund can be paid twice, or differently, once `next` is sent besides the waiting transactions: whichever of them
 * the chain includes, it can't include another one that pays the same refund, and an excluded one is replaced in full. Each
 * excludes a waiting one, whether it pays a refund or not, but those that bring an address gas. Refunds of `cancelled` are paid
 * by none of `next`, which excludes every transaction that would. `uses` names what a transaction uses up. Pure.
 */
export function isSafeReplacement(
  uses: (planned: Planned) => readonly string[],
  waiting: readonly Planned[],
  next: readonly Planned[],
  cancelled: ReadonlySet<string> = new Set(),
): boolean {
  const isExclusive = (one: Planned, other: Planned): boolean => sharesAny(uses(one), uses(other));
  const paidOnce = next.flatMap((each) => [...paymentsIn(each).keys()]);
  if (new Set(paidOnce).size !== paidOnce.length || paidOnce.some((id) => cancelled.has(id))) return false;
  const calledOff = waiting.filter((old) => [...paymentsIn(old).keys()].some((id) => cancelled.has(id)));
  if (!calledOff.every((old) => next.some((each) => isExclusive(old, each)))) return false;
  return next.every((replacement) => {
    const paid = paymentsIn(replacement);
    const shutOut = waiting.filter((old) => isExclusive(old, replacement));
    const stoodInFor = shutOut.every((old) => isSame(without(paymentsIn(old), cancelled), paid));
    const payers = waiting.filter((old) => [...paymentsIn(old).keys()].some((id) => paid.has(id)));
    const isInPlace = (shutOut.length > 0 || isGas(replacement)) && payers.every((old) => shutOut.includes(old));
    return stoodInFor && isInPlace && (paid.size === 0 || payers.length > 0);
  });
}

/** The refunds that one of these pays and another, which excludes it, does not: they were cancelled before. Pure. */
export function calledOffBefore(
  uses: (planned: Planned) => readonly string[],
  waiting: readonly Planned[],
): ReadonlySet<string> {
  return new Set(
    waiting.flatMap((old) => {
      const others = waiting.filter((other) => sharesAny(uses(old), uses(other)));
      return [...paymentsIn(old).keys()].filter((id) => others.some((other) => !paymentsIn(other).has(id)));
    }),
  );
}

const sharesAny = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((each) => other.includes(each));

const isGas = (planned: Planned): boolean => 'purpose' in planned && planned.purpose === 'gas';

const without = (paid: ReadonlyMap<string, string>, ids: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map([...paid].filter(([id]) => !ids.has(id)));

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([id, words]) => other.get(id) === words);
}
