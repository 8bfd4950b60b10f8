import {
  exchange,
  held,
  type NewTransaction,
  payable,
  post,
  spreadIncome,
  type Transfer,
  vatDue,
} from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { KeptQuote, Order } from '../sales/index.ts';

/** Posts in the caller's transaction. Throws where a balance is too low: a bug. */
export async function postAll(tx: Transaction, transactions: readonly NewTransaction[]): Promise<void> {
  const results = await post(tx, transactions);
  for (const [index, result] of results.entries()) {
    if (result.ok) continue;
    const { source, sourceId } = transactions[index] ?? {};
    throw new Error(`the ledger refused ${source} ${sourceId}: ${result.account} is short`);
  }
}

/**
 * Held coins become ours, naira becomes owed to the customer's bank account, and from what the market's rate gives
 * beyond that the fee is earned and the VAT owed, all as quoted. Once per order, for ever. Pure.
 */
export function exchangedPosting(
  order: Order,
  { feeKobo, vatKobo }: Pick<KeptQuote, 'feeKobo' | 'vatKobo'>,
): NewTransaction {
  const charges: Transfer[] = [
    { debit: exchange('NGN'), credit: spreadIncome(), amount: feeKobo },
    { debit: exchange('NGN'), credit: vatDue(), amount: vatKobo },
  ];
  return {
    source: 'order-exchanged',
    sourceId: order.id,
    description: 'Coins exchanged for naira',
    transfers: [
      { debit: held(order.userId, order.asset), credit: exchange(order.asset), amount: order.amount },
      { debit: exchange('NGN'), credit: payable(order.userId), amount: order.nairaKobo },
      ...charges.filter(({ amount }) => amount > 0n),
    ],
  };
}
