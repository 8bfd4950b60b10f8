import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryState,
  WEBHOOK_EVENTS,
  type WebhookEndpoint,
  type WebhookEvent,
} from '@kobogate/contract';
import type { Tone } from '../../ui/status.tsx';

/** What each event means to a merchant, in the order in which they are offered. */
export const EVENT_DETAILS: Readonly<Record<WebhookEvent, string>> = {
  'payment.opened': 'A payer was given an address.',
  'payment.seen': 'Coins are on the chain, and not final yet.',
  'payment.underpaid': 'Less than asked for has arrived.',
  'payment.paid': 'Everything is there and final: hand over the goods.',
  'payment.held': 'Paid, and a person reviews it before the naira leaves.',
  'payment.reverted': 'Coins of a paid one were taken back: do not hand over.',
  'payment.settled': 'The bank has paid the naira out to you.',
  'payment.failed': 'A payout did not go through; the naira is safe with us.',
  'payment.declined': 'Not paid out: the coins are in your balance.',
  'payment.expired': 'Nothing came in time; its address is still watched.',
  'payment.excess': 'More came than was asked for; the rest is in your balance.',
  'payment.elsewhere': 'Another coin came, or on another network; it is in your balance.',
  'payout.paid': 'The bank has paid a payout, of a payment or a conversion.',
  'payout.failed': 'It did not go through; the naira is safe with us.',
  'payout.reversed': 'The bank sent it back; the naira is safe with us.',
  'payout.delayed': 'The bank gives no clear answer: a person asks.',
  'refund.offered': 'You offered coins back to a payer.',
  'refund.answered': 'The payer gave an address: confirm it.',
  'refund.withdrawn': 'You withdrew an offer.',
  'refund.requested': 'Coins are set aside to go back; the operator reviews it.',
  'refund.approved': 'The refund leaves with the next batch.',
  'refund.declined': 'The coins are back where they were.',
  'refund.sent': 'The coins were handed to the network.',
  'refund.final': 'The coins have arrived, and are final.',
  'link.created': 'A payment link was made.',
  'link.updated': 'A link was changed, or can be paid again.',
  'link.deactivated': 'A link was switched off.',
};

/** The state of a delivery, in words and as a tone. */
export const DELIVERY_WORDS: Readonly<Record<DeliveryState, { readonly label: string; readonly tone: Tone }>> = {
  pending: { label: 'Trying', tone: 'waiting' },
  delivered: { label: 'Delivered', tone: 'success' },
  failed: { label: 'Given up', tone: 'danger' },
  held: { label: 'Kept', tone: 'neutral' },
};

/** The state of an endpoint, in words and as a tone. Pure. */
export function describeEndpoint({ turnedOffBy, failingSince }: WebhookEndpoint): { label: string; tone: Tone } {
  if (turnedOffBy === 'failing') return { label: 'Turned off: it only failed', tone: 'danger' };
  if (turnedOffBy === 'owner') return { label: 'Off', tone: 'neutral' };
  if (failingSince !== null) return { label: 'Failing', tone: 'warning' };
  return { label: 'On', tone: 'success' };
}

/** The events of an endpoint, in a line. Pure. */
export const describeEvents = (events: readonly WebhookEvent[]): string =>
  events.length === WEBHOOK_EVENTS.length ? 'Every event' : events.join(', ');

/** The result of an attempt, in a line. Pure. */
export const describeAttempt = ({ status, problem, milliseconds }: DeliveryAttempt): string =>
  `${(problem ?? `It answered ${String(status)}`).replace(/\.$/, '')} (${milliseconds} ms).`;

/** How often a delivery was tried. Pure. */
export const describeTries = ({ attempts }: Pick<Delivery, 'attempts'>): string =>
  attempts === 0 ? 'Not sent yet' : attempts === 1 ? '1 attempt' : `${attempts} attempts`;
