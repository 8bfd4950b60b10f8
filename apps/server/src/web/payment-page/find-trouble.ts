import {
  linkAmountText,
  linkDecimals,
  type PayerChoice,
  PAYMENT_PROBLEMS,
  type PaymentLink,
  type PaymentTrouble,
} from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import type { ApiRefusal } from '../ask-api.ts';

/** A trouble that the page's own look at what was asked has found. Pure. */
export const trouble = (problem: PaymentTrouble['problem'], bound: string | null = null): PaymentTrouble => ({
  problem,
  sentence: '',
  bound,
  waitSeconds: null,
});

/** What is wrong with a payer's choice as far as the page can tell, in the order that the form has; null: nothing. Pure. */
export function findTrouble(link: PaymentLink, choice: PayerChoice): PaymentTrouble | null {
  if (choice.currency === '' || choice.network === '') return trouble('pair-missing');
  const isOffered = link.networks.some(
    ({ currency, network }) => currency === choice.currency && network === choice.network,
  );
  if (!isOffered) return trouble('pair-gone');
  return link.isAmountOpen ? amountTrouble(link, choice.amount) : null;
}

function amountTrouble(
  { amountCurrency, minimumAmount, maximumAmount }: PaymentLink,
  amount: string,
): PaymentTrouble | null {
  if (amount === '') return trouble('amount-missing');
  const decimals = linkDecimals(amountCurrency);
  const parsed = parseAmount(amount, decimals);
  if (!parsed.ok) return trouble('amount-malformed');
  const bound = (text: string | null): bigint | null => {
    const read = text === null ? null : parseAmount(text, decimals);
    return read?.ok === true ? read.value : null;
  };
  const [least, most] = [bound(minimumAmount), bound(maximumAmount)];
  const shown = (text: string | null): string | null => (text === null ? null : linkAmountText(text, amountCurrency));
  if (parsed.value === 0n || (least !== null && parsed.value < least)) {
    return trouble('amount-low', shown(minimumAmount));
  }
  return most !== null && parsed.value > most ? trouble('amount-high', shown(maximumAmount)) : null;
}

/**
 * What a refusal of the payment API means to the payer: by its code where we know that, else by its status; only where
 * neither says enough is the API's own sentence shown. Pure.
 */
export function troubleOf({ status, sentence, code, bound, waitSeconds }: ApiRefusal): PaymentTrouble {
  const rest = { bound: bound === '' ? null : bound, waitSeconds };
  const known = PAYMENT_PROBLEMS.find((problem) => problem === code);
  if (known !== undefined) return { problem: known, sentence: '', ...rest };
  if (status === 429) return { problem: 'too-many', sentence: '', ...rest };
  if (status >= 400 && status < 500) return { problem: 'refused', sentence, ...rest };
  return { problem: 'unreachable', sentence: code === '' ? sentence : '', ...rest };
}
