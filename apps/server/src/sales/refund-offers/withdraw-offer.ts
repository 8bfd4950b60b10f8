import type { OfferId, OrderId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { saveEnd } from './db.ts';
import { lockOffer, tellOnTimeline } from './lock-offer.ts';

/**
 * Withdraws a merchant's offer, with the address that was given for it: the coins can be offered again. Withdrawing
 * again changes nothing. Throws 404 for any but their own offer, 409 for one that is a refund already.
 */
export async function withdrawOffer(
  { database }: { database: Database },
  input: { id: OrderId; offerId: OfferId; merchantId: UserId },
): Promise<void> {
  await database.transaction(async (tx) => {
    const { order, offer } = await lockOffer(tx, input);
    if (offer.status === 'withdrawn') return;
    if (offer.status === 'confirmed') {
      throw conflict(
        'This refund was confirmed. It is with the operator now, who can still decline it.',
        'refund-confirmed',
      );
    }
    await saveEnd(tx, offer.id, null);
    await tellOnTimeline(tx, order, { type: 'refund-withdrawn', text: 'The merchant withdrew the offer.' });
    await emit(tx, { type: 'payment.refund-withdrawn', payload: { orderId: order.id, offerId: offer.id } });
  });
}
