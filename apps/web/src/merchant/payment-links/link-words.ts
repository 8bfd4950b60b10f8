import {
  CURRENCY_NAMES,
  isCurrency,
  linkAmountText,
  type LinkCurrency,
  type LinkState,
  type OwnPaymentLink,
  type PaymentState,
} from '@kobogate/contract';
import type { StateWords } from '../../ui/status.tsx';

export const LINK_STATE_WORDS: Readonly<Record<LinkState, StateWords>> = {
  active: { text: 'Active', tone: 'success' },
  inactive: { text: 'Switched off', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'warning' },
  used: { text: 'Paid once', tone: 'brand' },
};

export const PAYMENT_STATE_WORDS: Readonly<Record<PaymentState, StateWords>> = {
  waiting: { text: 'Waiting for coins', tone: 'waiting' },
  seen: { text: 'Coins on their way', tone: 'waiting' },
  confirming: { text: 'Being confirmed', tone: 'waiting' },
  underpaid: { text: 'Part is missing', tone: 'warning' },
  paid: { text: 'Paid', tone: 'success' },
  expired: { text: 'Not paid', tone: 'neutral' },
  declined: { text: 'Declined', tone: 'danger' },
};

/** What an amount can be counted in, by name: `Naira (NGN)`. Pure. */
export function currencyName(currency: LinkCurrency): string {
  if (isCurrency(currency)) return `${CURRENCY_NAMES[currency]} (${currency})`;
  return currency === 'NGN' ? 'Naira (NGN)' : 'US dollar (USD)';
}

/** The amount that a link asks for, in words, or the limits of the payer's choice. Pure. */
export function asksText(
  link: Pick<OwnPaymentLink, 'amount' | 'amountCurrency' | 'isAmountOpen' | 'minimumAmount' | 'maximumAmount'>,
): string {
  const write = (amount: string) => linkAmountText(amount, link.amountCurrency);
  const { minimumAmount, maximumAmount } = link;
  if (!link.isAmountOpen) return write(link.amount);
  if (minimumAmount !== null && maximumAmount !== null) return `${write(minimumAmount)} to ${write(maximumAmount)}`;
  if (minimumAmount !== null) return `${write(minimumAmount)} or more`;
  return maximumAmount === null ? 'The payer chooses' : `Up to ${write(maximumAmount)}`;
}

/** Where a link is paid. `origin` is this gateway's own. Pure. */
export const payAddress = (origin: string, id: string): string => `${origin}/custom-payment/${id}`;

/** The address that shares a link: WhatsApp's own address for a text, and a new mail. Pure. */
export function shareTargets(link: Pick<OwnPaymentLink, 'name' | 'purpose'>, address: string) {
  const text = encodeURIComponent(`${link.name}: ${link.purpose}\n${address}`);
  return {
    whatsapp: `https://wa.me/?text=${text}`,
    mail: `mailto:?subject=${encodeURIComponent(`Payment to ${link.name}`)}&body=${text}`,
  };
}

/** Shown where an action on a payment failed. */
export const ACTION_FAILED = 'Nothing was changed, and the coins stay where they are. Please try again.';
