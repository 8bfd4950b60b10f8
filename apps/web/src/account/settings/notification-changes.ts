import type { NotificationChoices, NotificationEvent } from '@kobogate/contract';

/** A switch that was moved and is not confirmed yet. */
export interface Change {
  readonly event: NotificationEvent;
  readonly isOn: boolean;
}

/** What the switches show: what is stored, overridden by every pending change, the latest last. Pure. */
export function shownChoices(stored: NotificationChoices, waiting: readonly Change[]): NotificationChoices {
  const shown = { ...stored };
  for (const { event, isOn } of waiting) shown[event] = isOn;
  return shown;
}

/** The label of each choice, and its mails. */
export const EVENT_WORDS: Readonly<Record<NotificationEvent, { label: string; detail: string }>> = {
  deposit: { label: 'Deposits', detail: 'Coins that you sent have arrived and are final.' },
  approval: { label: 'Approvals', detail: 'A conversion was approved.' },
  decline: { label: 'Declines', detail: 'A conversion was declined, and why.' },
  payout: { label: 'Payouts', detail: 'Naira was paid to your bank account.' },
  failure: {
    label: 'Failures',
    detail: 'A payout did not go through or came back, or a deposit was taken back.',
  },
};
