import { NOTIFICATION_EVENTS, type NotificationChoices, type NotificationEvent } from '@kobogate/contract';
import type { DepositEventType, OrderEventType, PaymentEventType, RefundEventType } from './notification.ts';

/** The choice that decides whether an event is mailed, where it has a mail at all. */
export const CHOICE_OF: Readonly<
  Record<OrderEventType | PaymentEventType | DepositEventType | RefundEventType, NotificationEvent>
> = {
  'deposit.seen': 'deposit',
  'deposit.confirmed': 'deposit',
  'deposit.reverted': 'failure',
  'deposit.corrected': 'failure',
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
  'payment.held': 'approval',
  'order.held': 'approval',
  'payout.delayed': 'failure',
  'payout.paid': 'payout',
  'payout.failed': 'failure',
  'payout.reversed': 'failure',
  'refund.requested': 'approval',
  'refund.approved': 'approval',
  'refund.declined': 'decline',
  'refund.sent': 'payout',
  'refund.final': 'payout',
};

/** The channels besides the app. */
export type Way = 'mail' | 'text';

/** An event for which a user has changed a choice. */
export interface ChangedChoice {
  readonly event: string;
  readonly byMail: boolean;
  readonly byText: boolean;
}

/** Whether each event is sent by a channel: by default mail is on, and text messages are off. Pure. */
export function completeChoices(changed: readonly ChangedChoice[], way: Way): NotificationChoices {
  const isOn = (event: NotificationEvent): boolean => {
    const choice = changed.find((row) => row.event === event) ?? { byMail: true, byText: false };
    return way === 'mail' ? choice.byMail : choice.byText;
  };
  return {
    deposit: isOn('deposit'),
    approval: isOn('approval'),
    decline: isOn('decline'),
    payout: isOn('payout'),
    failure: isOn('failure'),
  };
}

/** The choices that a change names, always in the same order, so that concurrent changes do not deadlock. Pure. */
export function namedChoices(
  change: Readonly<{ [Event in NotificationEvent]?: boolean | undefined }>,
): readonly { event: NotificationEvent; isOn: boolean }[] {
  return NOTIFICATION_EVENTS.flatMap((event) => {
    const isOn = change[event];
    return isOn === undefined ? [] : [{ event, isOn }];
  });
}
