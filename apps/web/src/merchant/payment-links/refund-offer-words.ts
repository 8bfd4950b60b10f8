import type { PaymentRefund, PaymentRefundState } from '@kobogate/contract';
import type { StateWords } from '../../ui/status.tsx';
import { refundSentence as sentenceOfRefund, REFUND_WORDS } from '../../account/refunds/refund-words.ts';

/** The state of coins that were offered back, in a word, and its tone. */
export const PAYMENT_REFUND_WORDS: Readonly<Record<PaymentRefundState, StateWords>> = {
  ...REFUND_WORDS,
  offered: { text: 'Waiting for an address', tone: 'waiting' },
  answered: { text: 'Yours to confirm', tone: 'warning' },
  requested: { text: 'With the operator', tone: 'waiting' },
};

/** What happens now and next with coins that were offered back, in a sentence for the merchant. Pure. */
export function refundSentence({ state, net, currency }: Pick<PaymentRefund, 'state' | 'net' | 'currency'>): string {
  switch (state) {
    case 'offered':
      return 'The payer is asked for an address on the page of the payment. Send them its address so that they see it.';
    case 'answered':
      return `${net} ${currency} goes to this address once you confirm it. Check it with your payer.`;
    case 'requested':
      return 'The coins are set aside. The operator reviews it and tells you.';
    case 'final':
      return `${net} ${currency} reached this address.`;
    case 'declined':
      return 'The coins are back where they were, and can be offered again.';
    case 'approved':
    case 'planned':
    case 'sent':
    case 'seen':
      return sentenceOfRefund({ status: state, reason: null });
  }
}
