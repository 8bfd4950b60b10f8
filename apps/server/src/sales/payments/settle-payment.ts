import { formatNaira } from '@kobogate/money';
import { findAssetByCode, priceOrder, type UserId, type OrderId } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { lockTier } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { noRate } from '../../pricing/index.ts';
import { coverAlone } from '../funding/cover-order.ts';
import type { FundingDependencies } from '../funding/fund-deposit.ts';
import { repriceOrder } from '../funding/reprice-order.ts';
import { closePayment, requireShort } from './close-payment.ts';
import { loadPaymentForUpdate } from './db.ts';

const TOO_LITTLE = 'What arrived is worth less than the smallest payout, so it went to the balance.';

/**
 * Lets a merchant accept what has arrived for a payment that stays short: it is paid out at the current rate or, if it is worth
 * less than the smallest payout, goes to the balance. Throws 404 for any but their own payment, 409 where nothing has arrived,
 * more is being confirmed, the payer's rate still holds or it has ended already, 503 without a rate.
 */
export async function settlePayment(
  dependencies: FundingDependencies,
  { id, merchantId }: { id: OrderId; merchantId: UserId },
): Promise<void> {
  const { database, clock, currentRates, settings } = dependencies;
  const rates = await currentRates();
  await database.transaction(async (tx) => {
    const tier = (await lockTier(tx, merchantId)) ?? 0;
    const payment = isId(id) ? await loadPaymentForUpdate(tx, id) : null;
    if (payment === null || payment.order.userId !== merchantId)
      throw notFound('There is no such payment.', 'payment-unknown');
    const { order } = payment;
    const now = clock.now();
    requireShort(order, now);
    const offer = rates.get(order.asset);
    const decimals = findAssetByCode(order.asset)?.decimals;
    if (offer === undefined || decimals === undefined) throw noRate(order.currency);
    const amount = order.received;
    const { nairaKobo } = priceOrder(amount, decimals, offer);
    const { limits } = await settings.within(tx);
    if (nairaKobo < BigInt(limits.minimumKobo)) return void (await closePayment(tx, order, TOO_LITTLE));
    const terms = { offer, reason: 'settled', amount, madeAt: now, expiresAt: now } as const;
    const repriced = await repriceOrder(tx, dependencies, order, terms);
    const text = `The merchant accepted what had arrived: ${describeCoins(amount, order.asset)} for ${formatNaira(repriced.nairaKobo)}.`;
    const event = { type: 'settled', text };
    await coverAlone(tx, settings, { order: repriced, promised: order, funding: 'late', tier, event });
  });
}
