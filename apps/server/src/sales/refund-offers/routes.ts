import { endpoints, type UserId, type OrderId } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { addressKey } from '../../platform/throttle.ts';
import { viewOwnPayment, type ViewPayment } from '../payments/view-payments.ts';
import type { RequestRefund } from '../../custody/index.ts';
import { answerOffer } from './answer-offer.ts';
import { confirmOffer } from './confirm-offer.ts';
import { type OfferDependencies, offerRefund } from './offer-refund.ts';
import { withdrawOffer } from './withdraw-offer.ts';

const { refundOffers } = endpoints;

/** Refund offers by a payment's merchant, and their answer by its payer. */
export function refundOfferRoutes(
  dependencies: OfferDependencies & { readonly requestRefund: RequestRefund; readonly viewPayment: ViewPayment },
): Route[] {
  const own = async (id: OrderId, merchantId: UserId) => ({
    data: await viewOwnPayment(dependencies, { id, merchantId }),
  });
  return [
    route(
      refundOffers.offer,
      async ({ caller: { userId: merchantId }, params: { id }, body, idempotencyKey, onRepeat }) => {
        await offerRefund(dependencies, { id, merchantId, asset: body.asset, idempotencyKey, onRepeat });
        return own(id, merchantId);
      },
    ),
    route(refundOffers.answer, async ({ params: { id, offer: offerId }, body, address }) => {
      await answerOffer(dependencies, { id, offerId, address: body.address, visitor: addressKey(address) });
      return { data: await dependencies.viewPayment(id) };
    }),
    route(refundOffers.confirm, async ({ caller, params: { id, offer: offerId }, body }) => {
      await confirmOffer(dependencies, { ...body, id, offerId, caller });
      return own(id, caller.userId);
    }),
    route(refundOffers.withdraw, async ({ caller: { userId: merchantId }, params: { id, offer: offerId } }) => {
      await withdrawOffer(dependencies, { id, offerId, merchantId });
      return own(id, merchantId);
    }),
  ];
}
