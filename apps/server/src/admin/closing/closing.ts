import { dateTimeText, isDust } from '@kobogate/contract';
import { yearInLagos } from '../../platform/clock.ts';
import { amountText } from '../debts.ts';
import type { UnderWay } from './db.ts';

/** Whether an amount can leave an account at all, by a conversion or a refund. */
export type CanLeave = (coins: { readonly asset: string; readonly amount: bigint }) => boolean;

const list = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);
const some = (count: number, one: string, many: string): string => (count === 1 ? `One ${one}` : `${count} ${many}`);

/** Coins that their owner may convert or have sent back, whatever that takes. Pure. */
const freeOf = ({ balances }: Pick<UnderWay, 'balances'>): UnderWay['balances'] =>
  balances.filter(({ kind }) => kind === 'customer' || kind === 'suspense');

/** Coins that are too little to leave the account and more than dust, as text; null where there are none. Pure. */
export function describeLeft(underWay: Pick<UnderWay, 'balances'>, canLeave: CanLeave): string | null {
  const left = freeOf(underWay).filter((coins) => !isDust(coins.asset, coins.amount) && !canLeave(coins));
  return left.length === 0 ? null : list(left.map(({ asset, amount }) => amountText(asset, amount)));
}

/**
 * What stands in the way of closing an account, a sentence each with what to do; empty where it can be closed. Coins that are
 * too little to leave do not: they stay booked. Pure.
 */
export function describeHindrances(underWay: UnderWay, canLeave: CanLeave): string[] {
  const { deposits, refunds, payouts, orders, awaitedUntil, balances } = underWay;
  const owing = balances.filter(({ kind }) => kind === 'receivable');
  const free = freeOf(underWay).filter(canLeave);
  const others = balances.filter(({ kind }) => kind === 'held' || kind === 'payable' || kind === 'refunding');
  const texts = (some_: typeof balances): string => list(some_.map(({ asset, amount }) => amountText(asset, amount)));
  const found = [
    ...(free.length > 0
      ? [`There is money in the account: ${texts(free)}. Convert it or have it sent back first.`]
      : []),
    ...(deposits > 0
      ? [
          `${some(deposits, 'deposit is', 'deposits are')} on the chain and not final yet. Wait until the coins are there.`,
        ]
      : []),
    ...(awaitedUntil === null
      ? []
      : [`An order or payment waits for coins until ${dateTimeText(awaitedUntil.toISOString())}. Wait until then.`]),
    ...(orders > 0
      ? [
          `${some(orders, 'order is', 'orders are')} not settled yet. Wait until the naira is paid or the order is declined.`,
        ]
      : []),
    ...(payouts > 0
      ? [
          `${some(payouts, 'payout is', 'payouts are')} under way, or not known to have arrived. Wait until we know from the bank.`,
        ]
      : []),
    ...(refunds > 0 ? [`${some(refunds, 'refund is', 'refunds are')} under way. Wait until the coins have left.`] : []),
    ...(owing.length > 0 ? [`${texts(owing)} is owed to us. Please contact support to settle it first.`] : []),
  ];
  // What is set aside has an order, payout or refund; where the books have it without one a person looks.
  return found.length === 0 && others.length > 0
    ? [`${texts(others)} is set aside in the books. Please contact support.`]
    : found;
}

/** Until when the books of orders are kept: so many years after the end of the year of the newest, in Lagos; null without one. Pure. */
export function keptUntil(lastOrderAt: Date | null, years: number): Date | null {
  // Midnight in Lagos, which has no summer time, is 23:00 UTC.
  return lastOrderAt === null ? null : new Date(Date.UTC(yearInLagos(lastOrderAt) + years, 11, 31, 23));
}
