import { findAssetByCode } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { forgetApprovals, insertOrderEvents } from '../orders/db.ts';
import { noRate } from '../../pricing/index.ts';
import { insertOrderQuotes, loadQuotesOf } from '../quotes/db.ts';
import { type Order, withoutApproval } from '../orders/order.ts';
import { reweigh } from '../risk/describe-risks.ts';
import { drawUpQuote, type Offer, type OrderQuote, type QuoteSigner } from '../quotes/order-quote.ts';
import { payCurrentAccount } from '../payments/payee.ts';
import { afterMove, describeMove } from './rate-move.ts';

export interface RepriceDependencies {
  readonly quoteSigner: QuoteSigner;
  readonly settings: OperatorSettings;
}

/**
 * The order at another offer, and for another amount of coins where it is a payment, with its signed record. Its
 * earlier promise no longer binds either side: the first approval of a waiting order was for another amount, and is
 * reset. An order whose value has changed too far waits for an administrator. A payment that the policy cleared gets
 * its merchant's present account, and is cleared by the present rules. Save the order, which is locked, in the same
 * transaction.
 */
export async function repriceOrder(
  tx: Transaction,
  { quoteSigner, settings }: RepriceDependencies,
  order: Order,
  terms: { offer: Offer; reason: OrderQuote['reason']; amount: bigint; madeAt: Date; expiresAt: Date },
): Promise<Order> {
  const asset = findAssetByCode(order.asset);
  if (asset === undefined) throw new Error(`no such asset: ${order.asset}`);
  const quote = drawUpQuote({ ...terms, orderId: order.id, heldQuoteId: null, asset });
  await insertOrderQuotes(tx, quoteSigner, [quote]);
  if (order.status === 'pending') await forgetApprovals(tx, order.id);
  const { amount, rate, nairaKobo, feeKobo, vatKobo, id: orderQuoteId, expiresAt } = quote;
  const isPayment = order.kind === 'payment';
  // A conversion keeps the end of its rate lock.
  const lockExpiresAt = isPayment ? expiresAt : order.lockExpiresAt;
  const spreadKobo = toKobo(feeKobo + vatKobo);
  const policy = await settings.within(tx);
  const { clearing } = policy;
  const isLate = terms.reason === 'late';
  const repriced = { ...withoutApproval(order), amount, rate, nairaKobo, spreadKobo, orderQuoteId, lockExpiresAt };
  const priced = reweigh(repriced, { isLate }, policy);
  const isAgreed = order.status !== 'approved' && terms.reason !== 'late';
  // Renewing the rate, or accepting what came, agrees to the new value; an approved or late order keeps the agreed one.
  const agreed = isAgreed ? { ...priced, agreedKobo: nairaKobo } : priced;
  const { order: judged, isBeyond } = afterMove(agreed, clearing, terms.madeAt);
  if (!isBeyond) return isPayment ? payCurrentAccount(tx, settings, judged, terms.madeAt) : judged;
  // An approval was for the earlier amount.
  if (order.status === 'approved') await forgetApprovals(tx, order.id);
  if (isPayment) await insertOrderEvents(tx, [{ orderId: order.id, type: 'held', text: describeMove(judged) }]);
  return judged;
}

/**
 * The order reduced to what has arrived, at its present rate: for a payment that is slightly short. Save it in the same
 * transaction. Throws for an order whose quote has no market rate, which no payment's does.
 */
export async function repriceShort(
  tx: Transaction,
  dependencies: RepriceDependencies & { readonly clock: Clock },
  order: Order,
): Promise<Order> {
  const quote = (await loadQuotesOf(tx, [order])).get(order.orderQuoteId);
  if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
  const { rate, marketRate, evidence } = quote;
  if (marketRate === null) throw new Error(`the quote of payment ${order.id} has no market rate`);
  const now = dependencies.clock.now();
  const terms = { offer: { rate, marketRate, evidence }, reason: 'short', madeAt: now, expiresAt: now } as const;
  return repriceOrder(tx, dependencies, order, { ...terms, amount: order.received });
}

/**
 * The rate has ended, so the first promise no longer binds either side: `amount` is priced at the rate of this moment.
 * Throws 503 where there is none.
 */
export async function atRateOfNow(
  tx: Transaction,
  dependencies: RepriceDependencies & { readonly clock: Clock },
  order: Order,
  rates: ReadonlyMap<string, Offer>,
  amount: bigint | null,
): Promise<Order> {
  const offer = rates.get(order.asset);
  if (offer === undefined || amount === null) throw noRate(order.currency);
  const now = dependencies.clock.now();
  return repriceOrder(tx, dependencies, order, { offer, reason: 'late', amount, madeAt: now, expiresAt: now });
}
