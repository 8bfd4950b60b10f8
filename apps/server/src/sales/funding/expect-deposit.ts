import { isDust, type DepositId, type OrderId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { createStepBatches, eachOrFallOut } from '../../platform/step-batches.ts';
import { loadFreeOrdersForUpdate, type OrderEvent } from '../orders/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { isOpen, type Order } from '../orders/order.ts';
import { type ArrivedDeposit, listUnconfirmed, loadArrivals, loadOpenConversionsForUpdate } from './db.ts';
import { createFundingWork, type FundingWork } from './funding-work.ts';
import { type FundedTarget, keyOf, routeDeposit } from './route-deposit.ts';

/**
 * Handles deposits that were seen on the chain or dropped from it: an open order that waits for one shows `confirming`
 * while any deposit for it is unconfirmed, and goes back to its former state otherwise. Deposits that come at the same
 * moment share a transaction.
 */
export function createExpecting({ database }: { database: Database }): (depositId: DepositId) => Promise<void> {
  const submit = createStepBatches<{ readonly depositId: DepositId }>({ database, write: expectDeposits });
  return (depositId) => submit({ depositId });
}

/** Decides on the deposits, and answers those that are left out because another transaction holds their order. */
async function expectDeposits<Item extends { readonly depositId: DepositId }>(
  tx: Transaction,
  items: readonly Item[],
): Promise<ReadonlySet<Item>> {
  const arrivals = await loadArrivals(
    tx,
    items.map(({ depositId }) => depositId),
  );
  const expected: { readonly item: Item; readonly deposit: ArrivedDeposit; readonly target: FundedTarget }[] = [];
  await eachOrFallOut(items, (item) => {
    const deposit = arrivals.get(item.depositId);
    if (deposit === undefined || isDust(deposit.asset, deposit.amount)) return;
    const target = routeDeposit(deposit);
    if (target.kind !== 'balance') expected.push({ item, deposit, target });
  });
  const targets = distinct(expected.map(({ target }) => target));
  const conversions = targets.filter((target) => target.kind === 'conversions');
  const payments = targets.filter((target) => target.kind === 'payment').map(({ orderId }) => orderId);
  const orders = [
    ...(payments.length === 0 ? [] : await loadFreeOrdersForUpdate(tx, payments)),
    ...(await loadOpenConversionsForUpdate(tx, conversions)),
  ];
  const work = createFundingWork(orders);
  const free = new Set<OrderId>(orders.map(({ id }) => id));
  const here = expected.filter(({ target }) => target.kind === 'conversions' || free.has(target.orderId));
  const unconfirmed = await listOpenUnconfirmed(tx, work, distinct(here.map(({ target }) => target)));
  for (const { deposit, target } of here) {
    const changed = reconsider(work, target, unconfirmed.has(keyOf(target)));
    if (changed !== null) work.say(...describeSeen(changed, deposit));
  }
  await work.write(tx);
  const decided = new Set(here);
  return new Set(expected.filter((each) => !decided.has(each)).map(({ item }) => item));
}

const distinct = (targets: readonly FundedTarget[]): FundedTarget[] => [
  ...new Map(targets.map((target) => [keyOf(target), target])).values(),
];

/**
 * Updates the orders that these targets may fund to show whether coins for them are being confirmed, as the work has
 * left them. They must be locked and in the work.
 */
export async function reconsiderConfirming(
  tx: Transaction,
  work: FundingWork,
  targets: readonly FundedTarget[],
): Promise<void> {
  const unconfirmed = await listOpenUnconfirmed(tx, work, distinct(targets));
  for (const target of distinct(targets)) reconsider(work, target, unconfirmed.has(keyOf(target)));
}

/** The keys of those targets with open orders for which coins are unconfirmed. */
async function listOpenUnconfirmed(
  tx: Transaction,
  work: FundingWork,
  targets: readonly FundedTarget[],
): Promise<ReadonlySet<string>> {
  const open = targets.filter((target) => openOf(work, target).length > 0);
  if (open.length === 0) return new Set();
  return listUnconfirmed(tx, open);
}

/** The orders of the work that a target may still fund, oldest first. */
export const openOf = (work: FundingWork, target: FundedTarget): Order[] =>
  work
    .orders()
    .filter(
      (order) =>
        isOpen(order) &&
        (target.kind === 'payment'
          ? order.id === target.orderId
          : order.kind === 'conversion' && order.userId === target.userId && order.asset === target.asset),
    );

/** Saves the order that changes, and answers it; null where none does. */
function reconsider(work: FundingWork, target: FundedTarget, isUnconfirmed: boolean): Order | null {
  const changed = decideConfirming(openOf(work, target), isUnconfirmed);
  return changed === null ? null : work.save(changed);
}

/**
 * Which of the open orders that wait for the same coins changes, and how: the oldest shows that they are being
 * confirmed. Pure.
 */
function decideConfirming(open: readonly Order[], isUnconfirmed: boolean): Order | null {
  const confirming = open.find(({ funding }) => funding === 'confirming');
  if (isUnconfirmed) {
    if (confirming !== undefined) return null;
    const next = open.find(({ funding }) => funding !== 'expired') ?? open.at(-1);
    return next === undefined ? null : { ...next, funding: 'confirming' };
  }
  // The expire-orders timer sets `expired` where the time of the order has ended.
  return confirming === undefined
    ? null
    : { ...confirming, funding: confirming.received > 0n ? 'underpaid' : 'awaiting' };
}

function describeSeen(
  { id: orderId, kind }: Order,
  { amount, asset, status, transaction }: ArrivedDeposit,
): OrderEvent[] {
  const coins = describeCoins(amount, asset);
  if (status === 'seen' || status === 'confirming') {
    const where = kind === 'payment' ? '' : ` in transaction ${abbreviate(transaction)}`;
    return [{ orderId, type: 'deposit-seen', text: `${coins} seen on the chain${where}.` }];
  }
  if (status !== 'dropped') return [];
  const text = `${coins} that were seen are not on the chain. Nothing of them was credited.`;
  return [{ orderId, type: 'deposit-dropped', text }];
}

/** Enough of a transaction's id to recognise it; the order's deposits have the whole id. */
function abbreviate(transaction: string): string {
  return `${transaction.slice(0, 10)}…${transaction.slice(-8)}`;
}
