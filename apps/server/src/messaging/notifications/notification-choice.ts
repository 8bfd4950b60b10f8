import { NOTIFICATION_EVENTS, type NotificationChoices, type NotificationEvent } from '@kobogate/contract';
import type { DepositEventType, OrderEventType, PaymentEventType, RefundEventType } from './notification.ts';

/** The choice that decides whether an event is mailed, where it has a mail at all. */
export const CHOICE_OF: Readonly<
  Record<OrderEventType | PaymentEventType | DepositEventType | RefundEventType, NotificationEvent>
> = {
  'deposit.seen': 'deposit',
  'deposit.confirmed': 'deposit',
  'deposit.reverted': 'failure',
  'order.approved': 'approval',
  'order.declined': 'decline',
  'order.underpaid': 'deposit',
  'order.repriced': 'deposit',
  'order.rate-asked': 'deposit',
  'payment.covered': 'deposit',
  'payment.underpaid': 'deposit',
  'payment.excess': 'deposit',
  'payment.elsewhere': 'deposit',
  'payment.declined': 'decline',
  'payment.refund-answered': 'approval',
  'payout.paid': 'payout',
  'payout.failed': 'failure',
  'payout.reversed': 'failure',
  'refund.requested': 'approval',
  'refund.approved': 'approval',
  'refund.declined': 'decline',
  'refund.sent': 'payout',
  'refund.final': 'payout',
};

/** A choice that was changed. */
export interface ChoiceRow {
  readonly event: string;
  readonly by_email: boolean;
}

/** All choices from those that were ever changed: the others are on. Pure. */
export function completeChoices(changed: readonly ChoiceRow[]): NotificationChoices {
  const isOn = (event: NotificationEvent): boolean => changed.find((row) => row.event === event)?.by_email ?? true;
  return {
    deposit: isOn('deposit'),
    approval: isOn('approval'),
    decline: isOn('decline'),
    payout: isOn('payout'),
    failure: isOn('failure'),
  };
}

/** The choices that a change names, in one order for all who change them at the same moment. Pure. */
export function namedChoices(
  change: Readonly<{ [Event in NotificationEvent]?: boolean | undefined }>,
): readonly { event: NotificationEvent; byEmail: boolean }[] {
  return NOTIFICATION_EVENTS.flatMap((event) => {
    const byEmail = change[event];
    return byEmail === undefined ? [] : [{ event, byEmail }];
  });
}
