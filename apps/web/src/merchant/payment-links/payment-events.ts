import type { MerchantPayment } from '@kobogate/contract';
import type { TimelineStep } from '../../ui/timeline.tsx';

/** The sentence of each event in a payment's timeline, for its merchant. */
const EVENTS: Readonly<Record<string, { readonly text: string; readonly isBad?: boolean }>> = {
  opened: { text: 'The payment was opened, and its rate is held' },
  renewed: { text: 'The current rate is held for what is missing' },
  'deposit-seen': { text: 'Coins were seen on the network' },
  'deposit-dropped': { text: 'The network dropped coins that it had shown', isBad: true },
  'deposit-reverted': { text: 'The network took coins back that were final', isBad: true },
  'deposit-corrected': { text: 'Coins that we had credited were another payment’s', isBad: true },
  elsewhere: { text: 'Another coin came, or on another network; it is in your balance' },
  underpaid: { text: 'Part of the coins are there; they are kept for this payment' },
  funded: { text: 'The coins are there in full' },
  overpaid: { text: 'More coins came than were asked for; the rest is in your balance' },
  late: { text: 'The coins came after the rate had ended and count at the rate of that moment' },
  short: { text: 'The coins are slightly short; it counts as paid, for what they are worth' },
  second: { text: 'Another payment had used the link; this one is paid out too' },
  settled: { text: 'You accepted what had arrived' },
  expired: { text: 'The rate ended without coins; the address is still watched' },
  held: { text: 'We check it before naira leaves' },
  approved: { text: 'It was approved' },
  declined: { text: 'It was declined; what came is in your balance', isBad: true },
  'refund-offered': { text: 'You offered coins back; the payer is asked where they go' },
  'refund-answered': { text: 'The payer gave an address; please confirm it' },
  'refund-withdrawn': { text: 'You withdrew the offer' },
  'refund-confirmed': { text: 'You confirmed the address; the coins are set aside' },
  'refund-approved': { text: 'The operator approved the refund' },
  'refund-sent': { text: 'The coins were sent back' },
  'refund-final': { text: 'The coins have reached the payer' },
  'refund-declined': { text: 'The operator declined the refund; the coins are back where they were', isBad: true },
  'payout-queued': { text: 'The naira is about to leave' },
  'payout-sent': { text: 'The bank was told to pay' },
  'payout-unknown': { text: 'The bank has not answered yet; it is asked again, and nothing is sent twice' },
  'payout-needs-person': { text: 'Our team looks into it with the bank; nothing is sent twice' },
  'payout-repeated': { text: 'The bank did not have it, so it was sent again; the bank pays it once' },
  'payout-paid': { text: 'The naira is in your bank account' },
  'payout-failed': { text: 'The bank could not pay; the money is safe and is sent again', isBad: true },
  'payout-readdressed': { text: 'You chose another account; we review it before any naira leaves' },
  'payout-reversed': { text: 'The bank returned the naira; it is safe here', isBad: true },
};

/** A payment's events, in order; an event that this page does not know yet is shown by its type. Pure. */
export function paymentEvents({ timeline }: Pick<MerchantPayment, 'timeline'>) {
  return timeline.map(({ at, type }, index): Pick<TimelineStep, 'id' | 'state' | 'text'> & { readonly at: string } => ({
    id: `${index} ${type}`,
    at,
    state: EVENTS[type]?.isBad === true ? 'failed' : 'done',
    text: EVENTS[type]?.text ?? type,
  }));
}
