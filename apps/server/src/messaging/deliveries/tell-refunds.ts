import type { EventId, OfferId, RefundEventData, RefundId, UserId, WebhookEvent } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import type { Tell } from './record-event.ts';
import { findOfferTold, findRefundTold } from './refund-facts.ts';

interface Of {
  readonly eventId: EventId;
}

/**
 * The merchant events of coins that go back: of offers to payers, and of refunds, from a payment or from the balance.
 * Each carries it in the state that the event is about, even where it has gone on since.
 */
export function tellRefunds({ database }: { readonly database: Database }, tell: Tell) {
  const record = async (
    type: WebhookEvent,
    state: RefundEventData['state'],
    found: { userId: UserId; data: RefundEventData } | null,
    { eventId }: Of,
  ): Promise<void> => {
    if (found === null) return;
    await tell(eventId, { type, userId: found.userId, describe: async () => ({ ...found.data, state }) });
  };
  const refund =
    (state: 'requested' | 'approved' | 'declined' | 'sent' | 'final') =>
    async ({ refundId }: { refundId: RefundId }, of: Of) =>
      record(`refund.${state}`, state, await findRefundTold(database, refundId), of);
  const offer =
    (state: 'offered' | 'answered' | 'withdrawn') =>
    async ({ offerId }: { offerId?: OfferId | undefined }, of: Of) =>
      record(`refund.${state}`, state, offerId === undefined ? null : await findOfferTold(database, offerId), of);
  return {
    'refund.requested': refund('requested'),
    'refund.approved': refund('approved'),
    'refund.declined': refund('declined'),
    'refund.sent': refund('sent'),
    'refund.final': refund('final'),
    'payment.refund-offered': offer('offered'),
    'payment.refund-answered': offer('answered'),
    'payment.refund-withdrawn': offer('withdrawn'),
  } satisfies Handlers;
}
