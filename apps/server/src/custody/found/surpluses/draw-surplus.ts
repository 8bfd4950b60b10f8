import type { UserId } from '@kobogate/contract';
import { type AccountRef, operatorFunds, receivable, type Transfer, unclaimed } from '../../../ledger/index.ts';
import { arrivalOf } from '../../deposits/deposit.ts';
import type { DrawFromSurplus } from '../../deposits/drawing.ts';
import { findCountedIn, type GivenShare, listGiven, lockBooked, saveDrawn } from './db.ts';

/**
 * The parts of a surplus that a deposit turns out to be: first what its own customer was given of it, then what is left in
 * suspense, then what the operator took, then what others were given. Together `amount` at most. Pure.
 */
export function decideDraw(
  { amount, userId }: { readonly amount: bigint; readonly userId: UserId | null },
  { left, given }: { readonly left: bigint; readonly given: readonly GivenShare[] },
): { readonly left: bigint; readonly given: readonly (GivenShare & { readonly amount: bigint })[] } {
  let need = amount;
  const take = (most: bigint): bigint => {
    const taken = most < need ? most : need;
    need -= taken;
    return taken;
  };
  const from = (shares: readonly GivenShare[]) =>
    shares.map((share) => Object.assign({}, share, { amount: take(share.rest) })).filter((part) => part.amount > 0n);
  const isOwn = (share: GivenShare): boolean => share.userId !== null && share.userId === userId;
  const own = from(given.filter(isOwn));
  const fromLeft = take(left);
  const operators = from(given.filter((share) => share.userId === null));
  const others = from(given.filter((share) => share.userId !== null && !isOwn(share)));
  return { left: fromLeft, given: [...own, ...operators, ...others] };
}

/**
 * Finds how a deposit that was recorded late is credited to `to`: what a booked surplus counts of it is in custody already, so it
 * comes from where it is now. Who was given the same coins by a person's decision owes them: of the deposit's own customer they are collected
 * at once. Null where no booked surplus counts it. Ends the note of that, so that it is called once for a deposit.
 */
export const drawFromSurplus: DrawFromSurplus = async (tx, deposit, to) => {
  const counted = await findCountedIn(tx, deposit.id);
  const surplus = counted === null ? null : await lockBooked(tx, counted.surplusId);
  if (counted === null || surplus === null) return null;
  const { asset, cameAs, amount, userId } = deposit;
  const given = await listGiven(tx, surplus.id);
  const drawn = decideDraw(
    { amount: counted.amount < amount ? counted.amount : amount, userId },
    { left: surplus.left, given },
  );
  await saveDrawn(tx, deposit.id, drawn);
  const part = (size: bigint, from?: (asset: string) => AccountRef): Transfer[] =>
    size === 0n ? [] : arrivalOf({ asset, cameAs, amount: size }, to, from);
  const inBooks = drawn.given.reduce((sum, share) => sum + share.amount, drawn.left);
  const transfers = [
    ...part(amount - inBooks),
    ...part(drawn.left, unclaimed),
    ...drawn.given.flatMap((share) =>
      share.userId === null
        ? part(share.amount, operatorFunds)
        : [{ debit: receivable(share.userId, asset), credit: to, amount: share.amount }],
    ),
  ];
  return {
    // Without a known owner they stay where they are.
    transfers: transfers.filter(({ debit, credit }) => debit.code !== credit.code),
    owing: drawn.given.flatMap((share) =>
      share.userId === null || share.depositId === null
        ? []
        : [{ givenId: share.depositId, userId: share.userId, asset, amount: share.amount }],
    ),
  };
};
