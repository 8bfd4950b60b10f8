import { stampDutyOn } from '@kobogate/contract';
import {
  custody,
  customer,
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
} from '@kobogate/server/src/ledger/index.ts';
import type { Transaction } from '@kobogate/server/src/platform/database.ts';
import { isCovered, type SampleOrder } from './draw-order.ts';

const RAIL = 'budpay';

/** Posts what orders moved, by the ledger's own way in: deposits, held coins, exchanges and payouts. */
export async function postOrders(tx: Transaction, orders: readonly SampleOrder[]): Promise<void> {
  const results = await post(tx, orders.filter(isCovered).flatMap(postingsOf));
  if (results.some((result) => !result.ok)) throw new Error('the ledger refused a sample');
}

/** What an order moved whose coins came, with the sources that the product's own postings have. Pure. */
function postingsOf(order: SampleOrder): NewTransaction[] {
  const { id, depositId, state, quote, sample } = order;
  const { userId } = sample;
  const { asset, amount } = quote;
  const [free, kept] = [customer(userId, asset), held(userId, asset)];
  const one = (source: string, sourceId: string, description: string, transfer: Transfer): NewTransaction => ({
    source,
    sourceId,
    description,
    transfers: [transfer],
  });
  const begun = [
    one('deposit', depositId, 'Deposit confirmed', { debit: custody(asset), credit: free, amount }),
    one('order-funded', `${id}/2`, 'Coins set aside for an order', { debit: free, credit: kept, amount }),
  ];
  if (state === 'declined') {
    const back = { debit: kept, credit: free, amount };
    return [...begun, one('order-released', `${id}/3`, 'Coins given back from an order', back)];
  }
  return state === 'paid' ? [...begun, ...paidPostings(order)] : begun;
}

function paidPostings({ id, payoutId, quote, sample }: SampleOrder): NewTransaction[] {
  const { userId } = sample;
  const { asset, amount, nairaKobo, feeKobo, vatKobo } = quote;
  const some = (transfers: readonly Transfer[]): Transfer[] => transfers.filter((transfer) => transfer.amount > 0n);
  return [
    {
      source: 'order-exchanged',
      sourceId: id,
      description: 'Coins exchanged for naira',
      transfers: some([
        { debit: held(userId, asset), credit: exchange(asset), amount },
        { debit: exchange('NGN'), credit: payable(userId), amount: nairaKobo },
        { debit: exchange('NGN'), credit: spreadIncome(), amount: feeKobo },
        { debit: exchange('NGN'), credit: vatDue(), amount: vatKobo },
      ]),
    },
    {
      source: 'payout-sent',
      sourceId: payoutId,
      description: 'Payout handed to the rail',
      transfers: [{ debit: payable(userId), credit: payoutInTransit(RAIL), amount: nairaKobo }],
    },
    {
      source: 'payout-paid',
      sourceId: payoutId,
      description: 'Payout paid',
      transfers: some([
        { debit: payoutInTransit(RAIL), credit: railFloat(RAIL), amount: nairaKobo },
        { debit: stampDutyCost(), credit: stampDutyDue(), amount: stampDutyOn(nairaKobo) },
      ]),
    },
  ];
}
