import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import { lockTier } from '../orders/db-customer-tiers.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { closePayment, requireShort } from '../payments/close-payment.ts';
import { findPaymentView } from '../payments/db-views.ts';
import { refundableOf } from '../payments/refundable.ts';
import { insertOffer } from './db.ts';
import { lockPayment, tellOnTimeline } from './lock-offer.ts';
import { offerMail } from './mails.ts';

export interface OfferDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
}

const CLOSED = 'You closed it, to give back what had arrived.';

/**
 * Offers all that is left of a coin of a merchant's payment back to its payer, who is told by mail where their address is
 * known. A payment that stays short is closed by it. Throws 404 for anything but their own payment, 409 where nothing of
 * that coin can be given back, or an offer of it is open.
 */
export async function offerRefund(
  { database, clock, publicOrigin }: OfferDependencies,
  { id, merchantId, asset }: { id: string; merchantId: string; asset: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    // Before the order, as whoever asks for a refund does.
    await lockTier(tx, merchantId);
    const { order, facts } = await lockPayment(tx, id, merchantId);
    const now = clock.now();
    const view = await findPaymentView(tx, id, merchantId);
    const coins = view === null ? undefined : refundableOf(view, now).find((each) => each.asset === asset);
    if (coins === undefined) {
      throw conflict(
        'There are no coins of this kind to give back: what became naira, is kept for the payment, or was offered before stays where it is.',
      );
    }
    if (coins.isClosing) requireShort(order, now);
    const current = coins.isClosing ? await closePayment(tx, order, CLOSED) : order;
    await insertOffer(tx, { ...coins, id: newId(), orderId: id });
    const text = `The merchant offered ${describeCoins(coins.amount, asset)} back, less ${describeCoins(coins.fee, asset)} that the network takes.`;
    await tellOnTimeline(tx, current, { type: 'refund-offered', text });
    if (facts.payerEmail === null) return;
    const mail = offerMail({ order, facts, ...coins }, publicOrigin);
    await emit(tx, { type: 'mail.send', payload: { to: facts.payerEmail, ...mail } });
  });
}
