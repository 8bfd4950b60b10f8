import { exchange, held, payable, payoutInTransit, railFloat, spreadIncome } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { NewTransaction } from '../../ledger/transaction.ts';
import type { Transaction } from '../../platform/database.ts';
import type { LockedPayout } from './db.ts';
import type { Order } from '../orders/order.ts';

async function postOrThrow(tx: Transaction, transaction: NewTransaction): Promise<void> {
  const [result] = await post(tx, [transaction]);
  if (result?.ok === true) return;
  throw new Error(`the ledger refused ${transaction.source} ${transaction.sourceId}: ${result?.account} is short`);
}

/**
 * Held coins become the house's, naira becomes owed to the customer's bank account, and what the market's rate gives
 * beyond it is earned. Once an order, for ever.
 */
export function postExchanged(tx: Transaction, order: Order): Promise<void> {
  const { spreadKobo } = order;
  const earned = { debit: exchange('NGN'), credit: spreadIncome(), amount: spreadKobo };
  return postOrThrow(tx, {
    source: 'order-exchanged',
    sourceId: order.id,
    description: 'Coins exchanged for naira',
    transfers: [
      { debit: held(order.userId, order.asset), credit: exchange(order.asset), amount: order.amount },
      { debit: exchange('NGN'), credit: payable(order.userId), amount: order.nairaKobo },
      ...(spreadKobo > 0n ? [earned] : []),
    ],
  });
}

/** What happened to a payout, as the ledger tells it: from where to where, one posting each. */
const MOVES = {
  'payout-sent': { description: 'Payout handed to the rail', from: 'payable', to: 'transit' },
  'payout-paid': { description: 'Payout paid', from: 'transit', to: 'float' },
  'payout-failed': { description: 'Payout failed', from: 'transit', to: 'payable' },
  'payout-reversed': { description: 'Payout sent back after success', from: 'float', to: 'payable' },
} as const;

/** Moves a payout's naira on, once a payout and kind of move. Throws where it is not there: a bug. */
export function postMove(tx: Transaction, source: keyof typeof MOVES, { payout, order }: LockedPayout): Promise<void> {
  const accounts = {
    payable: payable(order.userId),
    transit: payoutInTransit(payout.rail),
    float: railFloat(payout.rail),
  };
  const { description, from, to } = MOVES[source];
  return postOrThrow(tx, {
    source,
    sourceId: payout.id,
    description,
    transfers: [{ debit: accounts[from], credit: accounts[to], amount: payout.amountKobo }],
  });
}
