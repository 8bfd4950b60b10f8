import { networkNameOf, type PaymentState } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';
import { excessOf, missingOf } from './payment.ts';

/**
 * The state of a payment and the next step, in a sentence for its merchant; `reviewHours` is how long a review takes at
 * most. Pure.
 */
export function describePayment(order: Order, state: PaymentState, reviewHours: number): string {
  const missing = describeCoins(missingOf(order), order.asset);
  switch (state) {
    case 'waiting':
      return `Waiting for ${missing} on ${networkNameOf(order)}.`;
    case 'seen':
    case 'confirming':
      return 'The coins are on the chain and are being confirmed.';
    case 'underpaid':
      return `${missing} is still missing. What has arrived is kept for this payment.`;
    case 'expired':
      return 'Nothing arrived in time. Coins that still arrive count at the rate of the moment in which they are final.';
    case 'declined':
      return order.declineReason === null
        ? 'Declined. What arrived is in your balance.'
        : `Declined: ${order.declineReason} What arrived is in your balance.`;
    case 'paid':
      return describePaid(order, reviewHours);
  }
}

function describePaid(order: Order, reviewHours: number): string {
  const excess = excessOf(order);
  const beyond =
    excess === 0n ? '' : ` ${describeCoins(excess, order.asset)} more than that arrived and went to your balance.`;
  return `${describePayout(order, reviewHours)}${beyond}`;
}

/** How long a review takes, as the operator promises. Pure. */
export const withinHours = (hours: number): string => `normally within ${hours === 1 ? 'an hour' : `${hours} hours`}`;

function describePayout({ status, payout, nairaKobo, bankAccount }: Order, reviewHours: number): string {
  const naira = formatNaira(nairaKobo);
  const account = `${bankAccount.bankName} ${bankAccount.accountNumber}`;
  switch (payout) {
    case 'none':
      return status === 'pending'
        ? `Paid. A person reviews it before ${naira} leaves, ${withinHours(reviewHours)}; the coins are safe.`
        : `Paid. ${naira} is about to leave.`;
    case 'queued':
      return `Paid. ${naira} is about to be sent to ${account}.`;
    case 'sent':
      return `Paid. ${naira} is on its way to ${account}.`;
    case 'unknown':
      return 'Paid. The bank has not answered yet. We keep asking about the payout; it is not sent a second time.';
    case 'paid':
      return `${naira} was paid to ${account}.`;
    case 'failed':
      return 'Paid, but the payout did not go through. Your money is safe with us; we will look into it.';
    case 'reversed':
      return 'Paid, but the bank sent the payout back. Your money is safe with us; we will look into it.';
  }
}
