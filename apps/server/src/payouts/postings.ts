import { stampDutyOn } from '@kobogate/contract';
import {
  exchange,
  held,
  type NewTransaction,
  payable,
  payoutInTransit,
  post,
  railFloat,
  spreadIncome,
  stampDutyCost,
  stampDutyDue,
  type Transfer,
  vatDue,
} from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { KeptQuote, Order } from '../sales/index.ts';
import type { LockedPayout } from './db.ts';

/** Posts in the caller's transaction. Throws where money is not there: a bug. */
export async function postAll(tx: Transaction, transactions: readonly NewTransaction[]): Promise<void> {
  const results = await post(tx, transactions);
  for (const [index, result] of results.entries()) {
    if (result.ok) continue;
    const { source, sourceId } = transactions[index] ?? {};
    throw new Error(`the ledger refused ${source} ${sourceId}: ${result.account} is short`);
  }
}

const isSomething = ({ amount }: Transfer): boolean => amount > 0n;

/**
 * Held coins become the house's, naira becomes owed to the customer's bank account, and of what the market's rate gives
 * beyond it the fee is earned and the VAT owed, all as quoted. Once an order, for ever. Pure.
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
      ...charges.filter(isSomething),
    ],
  };
}

/** What happened to a payout, as the ledger tells it: from where to where, one posting each. */
const MOVES = {
  'payout-sent': { description: 'Payout handed to the rail', from: 'payable', to: 'transit' },
  'payout-put-back': { description: 'Payout did not leave', from: 'transit', to: 'payable' },
  'payout-paid': { description: 'Payout paid', from: 'transit', to: 'float' },
  'payout-failed': { description: 'Payout failed', from: 'transit', to: 'payable' },
  'payout-reversed': { description: 'Payout sent back after success', from: 'float', to: 'payable' },
} as const;

/** These may happen more than once, each once a send; the first has the payout's own id. */
const OF_A_SEND: ReadonlySet<keyof typeof MOVES> = new Set(['payout-sent', 'payout-put-back']);

/**
 * A payout's naira moved on, once a payout, or send of it, and kind of move; what was paid owes stamp duty, which the house bears, and
 * owes none any more once it came back. Pure.
 */
export function movePosting(source: keyof typeof MOVES, { payout, order }: LockedPayout): NewTransaction {
  const accounts = {
    payable: payable(order.userId),
    transit: payoutInTransit(payout.rail),
    float: railFloat(payout.rail),
  };
  const { description, from, to } = MOVES[source];
  const amount = stampDutyOn(payout.amountKobo);
  const duties: Partial<Record<keyof typeof MOVES, Transfer>> = {
    'payout-paid': { debit: stampDutyCost(), credit: stampDutyDue(), amount },
    'payout-reversed': { debit: stampDutyDue(), credit: stampDutyCost(), amount },
  };
  const duty = duties[source];
  return {
    source,
    sourceId: OF_A_SEND.has(source) && payout.sends > 1 ? `${payout.id}#${payout.sends}` : payout.id,
    description,
    transfers: [
      { debit: accounts[from], credit: accounts[to], amount: payout.amountKobo },
      ...(duty === undefined ? [] : [duty]).filter(isSomething),
    ],
  };
}
