import { WEBHOOK_TEST, type WebhookSample } from './webhook-events.ts';

/** What each event says to a merchant's program, in the order in which the documentation lists them. */
export const WEBHOOK_MEANINGS: Readonly<Record<WebhookSample, string>> = {
  [WEBHOOK_TEST]: 'You asked for it, to test that your endpoint can be reached. Every endpoint gets it.',
  'payment.opened': 'An address was given out, to a payer by the link or to your program.',
  'payment.seen': 'Coins for it are on the chain, not final yet.',
  'payment.underpaid': 'Less than it asks for has become final. The payer is asked for the rest.',
  'payment.paid': 'All of it is final. Hand the goods over.',
  'payment.held':
    'Paid, and a person reviews it before the naira leaves; reviewHours says how long that takes. The coins are final: hand the goods over.',
  'payment.reverted':
    'Coins were taken back after it was paid. Do not hand the goods over: it waits for coins again. If the naira had left already, you owe us the coins.',
  'payment.settled': 'The bank has accepted the naira.',
  'payment.failed': 'A payout did not go through, or came back. The naira is safe, and a person looks into it.',
  'payment.declined': 'It is not paid out. What arrived is in your balance.',
  'payment.expired':
    'Nothing came while it was open. Its address is still watched: coins that come later are reported as seen and paid.',
  'payment.excess': 'More came than it asks for. What is beyond is in your balance.',
  'payment.elsewhere': 'Another coin came, or one on another network. It does not count here and is in your balance.',
  'payout.paid': 'The bank has accepted a payout, of a payment or of a conversion.',
  'payout.failed':
    'The bank did not pay it, or it was stopped before it left; failureReason says why. The naira is safe, and a person looks into it; where the account is closed, choose another one on the page of the payment or conversion.',
  'payout.reversed': 'The bank paid it and sent it back. The naira is safe, and a person looks into it.',
  'payout.delayed': 'The bank gives no clear answer. A person asks it; nothing is sent twice.',
  'refund.offered': 'The payer is asked on the page of the payment where the coins go.',
  'refund.answered': 'The payer gave an address. You confirm it in your account.',
  'refund.withdrawn': 'You withdrew the offer.',
  'refund.requested': 'You confirmed it, or asked for coins of your balance. The operator reviews it.',
  'refund.approved': 'It leaves with the next batch.',
  'refund.declined': 'The coins are back where they were.',
  'refund.sent': 'The coins were handed to the network.',
  'refund.final': 'The coins are at the address, and final.',
  'link.created': 'A payment link was made, by you or by your program.',
  'link.updated': 'A link was changed, or switched on again.',
  'link.deactivated': 'A link was switched off. No new payment can be opened with it; open ones continue.',
};
