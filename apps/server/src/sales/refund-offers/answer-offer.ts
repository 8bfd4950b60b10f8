import { findLedgerAsset, NETWORKS, type OfferId, type OrderId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import { refuseOwnAddress, requireRefundRequest } from '../../custody/index.ts';
import { findOffer, saveAnswer } from './db.ts';
import { lockOffer, tellOnTimeline } from './lock-offer.ts';

/**
 * Saves the address to which a payer wants offered coins sent. Throws 404 for no such offer, 422 with a message for an
 * invalid address of that network or one of ours, 409 where one was given before, 429 for too many tries.
 */
export async function answerOffer(
  { database, clock }: { database: Database; clock: Clock },
  { id, offerId, address, visitor }: { id: OrderId; offerId: OfferId; address: string; visitor: string },
): Promise<void> {
  const offer = isId(id) && isId(offerId) ? await findOffer(database, id, offerId) : null;
  if (offer === null) throw notFound('There is no such offer.', 'offer-unknown');
  await consumeRateLimitsInOrder(
    database,
    [
      { thing: 'refund-address-visitor', subject: visitor, most: 60, windowSeconds: 3600 },
      { thing: 'refund-address-offer', subject: offerId, most: 30, windowSeconds: 3600 },
    ],
    clock.now(),
    'An address was given very often.',
  );
  const decimals = findLedgerAsset(offer.asset)?.decimals ?? 0;
  const amount = formatUnits(offer.amount, decimals);
  const request = requireRefundRequest({ asset: offer.asset, amount, address });
  await refuseOwnAddress(database, NETWORKS[request.asset.network].family, request.addressKey);
  await database.transaction(async (tx) => {
    const { order, offer: locked } = await lockOffer(tx, { id, offerId, merchantId: null });
    if (locked.status !== 'offered') {
      throw conflict(
        'An address has already been given for these coins. Please ask the recipient about them.',
        'address-given',
      );
    }
    await saveAnswer(tx, offerId, request.address);
    const text = `The payer gave the address ${request.address}. The merchant has to confirm it.`;
    await tellOnTimeline(tx, order, { type: 'refund-answered', text });
    await emit(tx, { type: 'payment.refund-answered', payload: { orderId: id, offerId } });
  });
}
