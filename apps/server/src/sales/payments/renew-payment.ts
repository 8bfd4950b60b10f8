import { findAssetByCode, priceOrder, type OrderId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import { insertOrderEvents, saveOrder } from '../orders/db.ts';
import { coverAlone } from '../funding/cover-order.ts';
import { repriceOrder } from '../funding/reprice-order.ts';
import { enterExposure, lockTier } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { lockRates } from '../customers/lock-rates.ts';
import { isCovered, type Order, linkOf } from '../orders/order.ts';
import type { Offer } from '../quotes/order-quote.ts';
import { findLinkForPayer } from '../payment-links/find-link.ts';
import { noRate } from '../../pricing/index.ts';
import { exposureOfPayments, refuseAmount } from './clear-payment.ts';
import { findOwner, loadPaymentForUpdate, type PaymentRecord, saveOpenUntil } from './db.ts';
import { isUsedByAnother } from '../payment-links/db.ts';
import type { OpenPaymentDependencies } from './open-payment.ts';
import { coinsFor, isEnough, shortBy } from './payment-amount.ts';
import { requirePayable } from './payee.ts';

type RenewDependencies = Omit<OpenPaymentDependencies, 'addressSources' | 'gate' | 'networks'>;

const MOST_OF_PAYMENT = 20;
const MOST_OF_VISITOR = 60;

/**
 * Holds the rate of this moment for a payment whose former rate has ended: the whole amount is calculated again, and
 * what has arrived counts towards it, so that this alone may cover it. While the former rate holds nothing is changed.
 * Throws 404 for no such payment, 409 for one that is paid, declined or being confirmed, 404 and 409 where its link or
 * its merchant can no longer be paid, 422 and 503 as opening one does, 429 for too many.
 */
export async function renewPayment(
  dependencies: RenewDependencies,
  { id, visitor }: { id: OrderId; visitor: string },
): Promise<void> {
  const { database, clock, currentRates } = dependencies;
  const userId = isId(id) ? await findOwner(database, id) : null;
  if (userId === null) throw notFound('There is no such payment.', 'payment-unknown');
  await consumeRateLimitsInOrder(
    database,
    [
      { thing: 'payment-renew-visitor', subject: visitor, most: MOST_OF_VISITOR, windowSeconds: 900 },
      { thing: 'payment-renew', subject: id, most: MOST_OF_PAYMENT, windowSeconds: 3600 },
    ],
    clock.now(),
    'The rate was asked for very often.',
  );
  const rates = await currentRates();
  await database.transaction(async (tx) => {
    await enterExposure(tx);
    const tier = (await lockTier(tx, userId)) ?? 0;
    const payment = await loadPaymentForUpdate(tx, id);
    if (payment === null) throw notFound('There is no such payment.', 'payment-unknown');
    const { order, facts } = payment;
    const now = clock.now();
    if (!(await mayRenew(tx, payment, now))) return;
    await requirePayable(tx, order);
    const asset = findAssetByCode(order.asset);
    const amount = asset === undefined ? null : coinsFor(facts.asked, asset, rates);
    const offer = rates.get(order.asset);
    if (asset === undefined || amount === null || offer === undefined) throw noRate(order.currency);
    const policy = await dependencies.settings.within(tx);
    const product = (await dependencies.products.within(tx)).get(asset.code);
    const { nairaKobo } = priceOrder(amount, asset.decimals, offer);
    const refusal = refuseAmount({ amount, nairaKobo }, { product, limits: policy.limits });
    if (refusal !== null) throw refusal;
    const isCoveredNow = isEnough(order.received, { amount }, shortBy({ amount, nairaKobo }, policy.clearing));
    // If it is slightly short, it is taken as paid, for its value.
    const counted = isCoveredNow && order.received < amount ? order.received : amount;
    const exposing = { userId, nairaKobo, isCovered: isCoveredNow };
    const [noRoom] = await lockRates(tx, [exposing], { limits: exposureOfPayments(policy.exposure), now });
    const until = new Date(now.getTime() + dependencies.lockSeconds * 1000);
    const expiresAt = noRoom === null && !isCoveredNow ? until : now;
    const repriced = await reprice(tx, dependencies, order, { offer, amount: counted, madeAt: now, expiresAt });
    const text = describeRenewed(repriced);
    if (isCoveredNow) {
      const released = order.received - counted;
      const event = { type: 'settled', text: `${text} What had arrived covers it.` };
      const covering = { order: repriced, promised: order, funding: 'late', released, tier, event } as const;
      await coverAlone(tx, dependencies.settings, covering);
      return;
    }
    await saveOrder(tx, { ...repriced, funding: order.received > 0n ? 'underpaid' : 'awaiting' });
    await saveOpenUntil(tx, id, until);
    await insertOrderEvents(tx, [{ orderId: id, type: 'renewed', text }]);
  });
}

/** Whether the rate has ended and may be renewed. Throws 409 where the payment is past that. */
async function mayRenew(tx: Transaction, { order }: PaymentRecord, now: Date): Promise<boolean> {
  if (order.status === 'declined')
    throw conflict('This payment was declined. Nothing more is asked for.', 'payment-declined');
  if (isCovered(order)) throw conflict('This payment is paid. Nothing more is asked for.', 'payment-paid');
  if (order.funding === 'confirming') {
    throw conflict(
      'Coins for this payment are on their way. Please wait until they are confirmed.',
      'payment-confirming',
    );
  }
  if (order.received === 0n && (await isUsedByAnother(tx, linkOf(order), order.id))) {
    throw conflict('This link was for one payment, and it has been paid. Nothing more is asked for.', 'link-used');
  }
  if (order.lockExpiresAt > now) return false;
  // A payer who has sent a part may still send the rest, whatever has happened to the link.
  if (order.received === 0n) await findLinkForPayer(tx, linkOf(order), now);
  return true;
}

const reprice = (
  tx: Transaction,
  dependencies: RenewDependencies,
  order: Order,
  terms: { offer: Offer; amount: bigint; madeAt: Date; expiresAt: Date },
): Promise<Order> => repriceOrder(tx, dependencies, order, { ...terms, reason: 'renewed' });

const describeRenewed = ({ amount, asset, nairaKobo }: Order): string =>
  `The rate is that of this moment: ${describeCoins(amount, asset)} for ${formatNaira(nairaKobo)}.`;
