import { isDust, type DepositId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { insertOrderEvents, loadOrderForUpdate, type OrderEvent, saveOrder } from '../orders/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { isOpen, type Order } from '../orders/order.ts';
import { type ArrivedDeposit, hasUnconfirmedDeposit, loadOpenConversionsForUpdate, loadRoutedDeposit } from './db.ts';
import type { FundedTarget } from './route-deposit.ts';

/**
 * Handles a deposit that was seen on the chain or dropped from it: an open order that waits for it shows `confirming`
 * while any deposit for it is unconfirmed, and goes back to its former state otherwise.
 */
export async function expectDeposit({ database }: { database: Database }, depositId: DepositId): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = await loadRoutedDeposit(tx, depositId);
    if (deposit === null || deposit.target.kind === 'balance' || isDust(deposit.asset, deposit.amount)) return;
    const changed = await reconsiderConfirming(tx, deposit.target);
    if (changed !== null) await insertOrderEvents(tx, describeSeen(changed, deposit));
  });
}

/**
 * Updates the order that a deposit may fund to show whether coins for it are being confirmed; answers the order that it
 * changed.
 */
export async function reconsiderConfirming(tx: Transaction, target: FundedTarget): Promise<Order | null> {
  const open = await loadOpenForUpdate(tx, target);
  if (open.length === 0) return null;
  const changed = decideConfirming(open, await hasUnconfirmedDeposit(tx, target));
  return changed === null ? null : saveOrder(tx, changed);
}

async function loadOpenForUpdate(tx: Transaction, target: FundedTarget): Promise<Order[]> {
  if (target.kind === 'conversions') return loadOpenConversionsForUpdate(tx, target.userId, target.asset);
  const order = await loadOrderForUpdate(tx, target.orderId);
  return order !== null && isOpen(order) ? [order] : [];
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
  const text = `The chain took back the transaction with ${coins} before it was final.`;
  return [{ orderId, type: 'deposit-dropped', text }];
}

/** Enough of a transaction's id to recognise it; the order's deposits have the whole id. */
function abbreviate(transaction: string): string {
  return `${transaction.slice(0, 10)}…${transaction.slice(-8)}`;
}
