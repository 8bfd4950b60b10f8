import type { WebhookEvent } from '@kobogate/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { viewOwnPayment } from '../../sales/index.ts';
import { findPaymentOfDeposit, findPaymentOwner, type PaymentOwner } from './db-payments.ts';
import type { ReadTellable } from './handlers.ts';

const ofOrder = z.object({ orderId: z.string() });
const ofDeposit = z.object({ depositId: z.string() });

/** What merchants' programs are told of a payment, by the event of this program that says so. */
const TOLD_OF_ORDERS: Readonly<Record<string, WebhookEvent>> = {
  'payment.opened': 'payment.opened',
  'payment.underpaid': 'payment.underpaid',
  'payment.covered': 'payment.paid',
  'payment.reverted': 'payment.reverted',
  'payment.expired': 'payment.expired',
  'payment.excess': 'payment.excess',
  'payment.elsewhere': 'payment.elsewhere',
  'payout.paid': 'payment.settled',
  'payout.failed': 'payment.failed',
  'payout.reversed': 'payment.failed',
  'order.declined': 'payment.declined',
};

/** Reads events of payments by link for webhooks, each with the payment as its merchant sees it then; conversions are left out. */
export function tellPayments(dependencies: {
  readonly database: Connection;
  readonly clock: Clock;
}): Readonly<Record<string, ReadTellable>> {
  const { database, clock } = dependencies;
  const told = (type: WebhookEvent, payment: PaymentOwner | null): Awaited<ReturnType<ReadTellable>> =>
    payment && {
      type,
      userId: payment.userId,
      describe: (tx) => viewOwnPayment({ database: tx, clock }, { id: payment.orderId, merchantId: payment.userId }),
    };
  const ofOrders = Object.entries(TOLD_OF_ORDERS).map(([event, type]): [string, ReadTellable] => [
    event,
    async (payload) => told(type, await findPaymentOwner(database, ofOrder.parse(payload).orderId)),
  ]);
  return {
    ...Object.fromEntries(ofOrders),
    'deposit.seen': async (payload) =>
      told('payment.seen', await findPaymentOfDeposit(database, ofDeposit.parse(payload).depositId)),
  };
}
