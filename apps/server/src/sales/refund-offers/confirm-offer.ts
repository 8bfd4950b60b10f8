import { findLedgerAsset, type Proof, type OfferId, type OrderId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { findPaymentView } from '../payments/db.ts';
import { refundableOf } from '../payments/refundable.ts';
import { refundFee, type RequestRefund } from '../../custody/index.ts';
import { findOffer, saveEnd } from './db.ts';
import { lockOffer, tellOnTimeline } from './lock-offer.ts';

/**
 * Turns an answered offer of a merchant's payment into a refund to the address that its payer gave; confirming again returns
 * the same one. Throws 404 for an offer that is not their own; 409 if it has no address, was withdrawn, its fee has changed, or
 * its coins are gone; 422 with a message without the proof, or if the balance was spent; 429 for too many; 401 if the caller
 * has been signed out.
 */
export async function confirmOffer(
  { database, clock, requestRefund }: { database: Database; clock: Clock; requestRefund: RequestRefund },
  input: Proof & { id: OrderId; offerId: OfferId; caller: Caller },
): Promise<void> {
  const { id, offerId, caller, ...proof } = input;
  const merchantId = caller.userId;
  const view = isId(id) && isId(offerId) ? await findPaymentView(database, id, merchantId) : null;
  const offer = view === null ? null : await findOffer(database, id, offerId);
  if (offer === null) throw notFound('There is no such offer.', 'offer-unknown');
  if (offer.status === 'confirmed') return;
  const { asset, amount, fee, address } = offer;
  if (offer.status !== 'answered' || address === null) throw notAnswered();
  const coin = findLedgerAsset(asset);
  if (coin === undefined || refundFee(coin) !== fee) throw feeChanged();
  await requestRefund({
    ...proof,
    caller,
    asset,
    amount: formatUnits(amount, coin.decimals),
    address,
    // With a space, which a caller's own key can't have: no other refund can use it.
    idempotencyKey: `refund-offer ${offerId}`,
    alongside: async (tx, refundId) => {
      const { order, offer: locked } = await lockOffer(tx, { id, offerId, merchantId });
      if (locked.status !== 'answered' || locked.address !== address) throw notAnswered();
      const now = await findPaymentView(tx, id, merchantId);
      const others = now === null ? [] : now.refunds.filter((refund) => refund.id !== offerId);
      const left = now === null ? [] : refundableOf({ ...now, refunds: others }, clock.now());
      if ((left.find((coins) => coins.asset === asset)?.amount ?? 0n) < amount) throw notThere();
      await saveEnd(tx, offerId, refundId);
      const text = 'The merchant confirmed the address. The coins are set aside, and the operator reviews it.';
      await tellOnTimeline(tx, order, { type: 'refund-confirmed', text });
    },
  });
}

const notAnswered = () =>
  conflict('The payer has not said where these coins go, or the offer was withdrawn. Nothing was sent.');
/** Payer and merchant were told another one, as by an earlier version. */
const feeChanged = () =>
  conflict(
    'The network’s fee has changed since the offer. Nothing was sent. Please withdraw it and make a new one, so that the payer knows what arrives.',
  );
const notThere = () =>
  conflict('Some of these coins were taken back. Nothing was sent. Please withdraw the offer and make a new one.');
