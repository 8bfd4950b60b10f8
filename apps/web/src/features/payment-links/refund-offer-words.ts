import type { PaymentRefund, PaymentRefundState } from '@kobogate/contract';
import type { Tone } from '../../ui/status.tsx';

/** Where coins are that were offered back, in a word, and the tone that goes with it. */
export const PAYMENT_REFUND_WORDS: Readonly<
  Record<PaymentRefundState, { readonly text: string; readonly tone: Tone }>
> = {
  offered: { text: 'Waiting for an address', tone: 'waiting' },
  answered: { text: 'Yours to confirm', tone: 'warning' },
  requested: { text: 'With the operator', tone: 'waiting' },
  approved: { text: 'Approved', tone: 'waiting' },
  planned: { text: 'Being signed', tone: 'waiting' },
  sent: { text: 'Sent', tone: 'waiting' },
  seen: { text: 'On the chain', tone: 'waiting' },
  final: { text: 'Arrived', tone: 'success' },
  declined: { text: 'Declined', tone: 'neutral' },
};

/** What happens now and next with coins that were offered back, in a sentence for the merchant. Pure. */
export function refundSentence({ state, net, currency }: Pick<PaymentRefund, 'state' | 'net' | 'currency'>): string {
  switch (state) {
    case 'offered':
      return 'The payer is asked for an address on the page of the payment. Send them its address if they may not look.';
    case 'answered':
      return `${net} ${currency} goes to this address once you confirm it. Check it with your payer.`;
    case 'requested':
      return 'The coins are set aside. The operator looks at it and tells you.';
    case 'approved':
    case 'planned':
      return 'It is sent with the next batch.';
    case 'sent':
      return 'Waiting for a block.';
    case 'seen':
      return 'Waiting until it is final.';
    case 'final':
      return `${net} ${currency} reached this address.`;
    case 'declined':
      return 'The coins are back where they were, and can be offered again.';
  }
}
