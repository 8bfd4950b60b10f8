import { findAssetByCode } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { forgetApprovals } from '../orders/db-approvals.ts';
import { insertOrderQuotes } from '../orders/db-quotes.ts';
import { decidePriority, type Order } from '../orders/order.ts';
import type { OperatorSettings } from '../settings/operator-settings.ts';
import { drawUpQuote, type Offer, type OrderQuote, type QuoteSigner } from '../orders/order-quote.ts';
import { payCurrentAccount } from './payee.ts';

/**
 * The order at another offer, and for another amount of coins where it is given, with the signed record of it. What it was
 * promised before binds nobody any more: a first approval of one that waits was of another sum, and is forgotten; of one
 * that the policy cleared account and clearing are those of now. The
 * order, which is locked, has to be saved in the same transaction.
 */
export async function repricePayment(
  tx: Transaction,
  { quoteSigner, settings }: { quoteSigner: QuoteSigner; settings: OperatorSettings },
  order: Order,
  terms: { offer: Offer; reason: OrderQuote['reason']; amount: bigint; madeAt: Date; expiresAt: Date },
): Promise<Order> {
  const asset = findAssetByCode(order.asset);
  if (asset === undefined) throw new Error(`no such asset: ${order.asset}`);
  const quote = drawUpQuote({ ...terms, orderId: order.id, heldQuoteId: null, asset });
  await insertOrderQuotes(tx, quoteSigner, [quote]);
  if (order.status === 'pending') await forgetApprovals(tx, order.id);
  const { amount, rate, nairaKobo, feeKobo, vatKobo, id: orderQuoteId, expiresAt: lockExpiresAt } = quote;
  const priority = decidePriority(nairaKobo);
  const priced = {
    ...order,
    amount,
    rate,
    nairaKobo,
    spreadKobo: feeKobo + vatKobo,
    orderQuoteId,
    lockExpiresAt,
    priority,
  };
  return payCurrentAccount(tx, settings, priced, terms.madeAt);
}
