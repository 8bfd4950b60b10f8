import { type FundingState, isDust } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { insertOrderEvents, loadOpenOrdersForUpdate, saveOrder } from './db.ts';
import { hasUnconfirmedDeposit, loadDeposit } from './db-deposits.ts';
import { describeCoins } from './describe-order.ts';
import type { Order } from './order.ts';

/**
 * Works a deposit that was seen on the chain or dropped from it: an open order that waits for it shows `confirming`
 * while anything of its asset is unconfirmed, and goes back to what it was where nothing is.
 */
export async function expectDeposit({ database }: { database: Database }, depositId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = await loadDeposit(tx, depositId);
    if (deposit === null || deposit.isAtPayment || isDust(deposit.asset, deposit.amount)) return;
    const before = await reconsiderConfirming(tx, deposit.userId, deposit.asset);
    if (before === null) return;
    const coins = describeCoins(deposit.amount, deposit.asset);
    if (deposit.status === 'seen' || deposit.status === 'confirming') {
      await insertOrderEvents(tx, [
        {
          orderId: before.id,
          type: 'deposit-seen',
          text: `${coins} seen on the chain in transaction ${abbreviate(deposit.transaction)}.`,
        },
      ]);
    } else if (deposit.status === 'dropped') {
      await insertOrderEvents(tx, [
        {
          orderId: before.id,
          type: 'deposit-dropped',
          text: `The chain took back the transaction with ${coins} before it was final.`,
        },
      ]);
    }
  });
}

/** Brings the oldest open order of an asset in line with whether coins are being confirmed; answers that order if it changed. */
export async function reconsiderConfirming(tx: Transaction, userId: string, asset: string): Promise<Order | null> {
  const open = await loadOpenOrdersForUpdate(tx, userId, asset);
  const isUnconfirmed = await hasUnconfirmedDeposit(tx, userId, asset);
  const confirming = open.find(({ funding }) => funding === 'confirming');
  if (isUnconfirmed) {
    if (confirming !== undefined) return null;
    const next = open.find(({ funding }) => funding !== 'expired') ?? open.at(-1);
    return next === undefined ? null : saveOrder(tx, { ...next, funding: 'confirming' });
  }
  // Expiry is the clock's affair: an order whose lock has ended becomes `expired` at the next look at the locks.
  return confirming === undefined ? null : saveOrder(tx, { ...confirming, funding: stateWithoutDeposit(confirming) });
}

function stateWithoutDeposit(order: Order): FundingState {
  return order.received > 0n ? 'underpaid' : 'awaiting';
}

/** Enough of a transaction's id to recognise it; the whole one stands with the order's deposits. */
function abbreviate(transaction: string): string {
  return `${transaction.slice(0, 10)}…${transaction.slice(-8)}`;
}
