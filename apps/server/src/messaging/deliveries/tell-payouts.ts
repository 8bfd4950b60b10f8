import type { EventId, OrderId, PayoutEventData, PayoutId, WebhookEvent } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { findPayoutFacts, type PayoutFacts } from './db.ts';
import type { Tell } from './record-event.ts';

interface OfPayout {
  readonly orderId: OrderId;
  readonly payoutId?: PayoutId | undefined;
}

/**
 * The merchant events of payouts, of payments by link and of conversions: each carries the payout as it is then. What
 * becomes of a payment's payout is told of the payment too.
 */
export function tellPayouts(tell: Tell) {
  const as =
    (type: WebhookEvent, ofPayment: WebhookEvent | null) =>
    async ({ orderId, payoutId }: OfPayout, { eventId }: { eventId: EventId }) => {
      const describe = async (tx: Transaction) => presentPayout(await findPayoutFacts(tx, orderId, payoutId ?? null));
      // At the same moment, so that they share a transaction.
      await Promise.all([
        ...(ofPayment === null ? [] : [tell(eventId, { type: ofPayment, of: orderId })]),
        tell(`${eventId} payout`, { type, of: orderId, describe }),
      ]);
    };
  return {
    'payout.paid': as('payout.paid', 'payment.settled'),
    'payout.failed': as('payout.failed', 'payment.failed'),
    'payout.reversed': as('payout.reversed', 'payment.failed'),
    'payout.delayed': as('payout.delayed', null),
  } satisfies Handlers;
}

/** A payout as merchants' programs get it: a mailbox or a log is not the place for the full account number. Pure. */
function presentPayout({ accountNumber, createdAt, settledAt, nairaKobo, ...payout }: PayoutFacts): PayoutEventData {
  return {
    ...payout,
    nairaKobo: String(nairaKobo),
    accountEnding: accountNumber.slice(-4),
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
