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

/** An error that the page itself has found in the input. Pure. */
export const trouble = (problem: PaymentTrouble['problem'], bound: string | null = null): PaymentTrouble => ({
  problem,
  sentence: '',
  bound,
  waitSeconds: null,
});

/** The first error in a payer's choice that the page can find; null: none. Pure. */
export function findTrouble(
  link: PaymentLink,
  { choice, values }: { choice: PayerChoice; values: Readonly<Record<string, string>> },
): PaymentTrouble | null {
  if (choice.currency === '' || choice.network === '') return trouble('pair-missing');
  const isOffered = link.networks.some(
    ({ currency, network }) => currency === choice.currency && network === choice.network,
  );
  if (!isOffered) return trouble('pair-gone');
  if (link.customFields.some(({ key, isRequired }) => isRequired && (values[key] ?? '') === '')) {
    return trouble('fields-missing');
  }
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
 * The meaning of a payment API's refusal for the payer: by a known code, else by its status; the API's own message is
 * shown only where neither suffices. Pure.
 */
export function troubleOf({ status, sentence, code, bound, waitSeconds }: ApiRefusal): PaymentTrouble {
  const rest = { bound: bound === '' ? null : bound, waitSeconds };
  const known = PAYMENT_PROBLEMS.find((problem) => problem === code);
  if (known !== undefined) return { problem: known, sentence: '', ...rest };
  if (status === 429) return { problem: 'too-many', sentence: '', ...rest };
  if (status >= 400 && status < 500) return { problem: 'refused', sentence, ...rest };
  return { problem: 'unreachable', sentence: code === '' ? sentence : '', ...rest };
}
