import { networkNameOf, type PaymentState } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { describeCoins } from '../orders/describe-order.ts';
import type { Order } from '../orders/order.ts';
import { excessOf, missingOf } from './payment.ts';

/** The state of a payment and the next step, in a sentence for its merchant. Pure. */
export function describePayment(order: Order, state: PaymentState): string {
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
      return describePaid(order);
  }
}

function describePaid(order: Order): string {
  const excess = excessOf(order);
  const beyond =
    excess === 0n ? '' : ` ${describeCoins(excess, order.asset)} more than that arrived and went to your balance.`;
  return `${describePayout(order)}${beyond}`;
}

function describePayout({ status, payout, nairaKobo, bankAccount }: Order): string {
  const naira = formatNaira(nairaKobo);
  const account = `${bankAccount.bankName} ${bankAccount.accountNumber}`;
  switch (payout) {
    case 'none':
      return status === 'pending'
        ? `Paid. We check it before ${naira} leaves; nothing is lost.`
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
      return 'Paid, but the bank did not accept the payout. Your money is safe with us; we will try again.';
    case 'reversed':
      return 'Paid, but the bank sent the payout back. Your money is safe with us; we will look into it.';
  }
}
