import type { PayerChoice, PaymentLink, PaymentTrouble } from '@kobogate/contract';
import { linkDecimals } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';

const of = (problem: PaymentTrouble['problem'], sentence = ''): PaymentTrouble => ({ problem, sentence });

/** What is wrong with a payer's choice as far as the page can tell, in the order that the form has; null: nothing. Pure. */
export function findTrouble(link: PaymentLink, choice: PayerChoice): PaymentTrouble | null {
  if (choice.currency === '' || choice.network === '') return of('pair-missing');
  const isOffered = link.networks.some(
    ({ currency, network }) => currency === choice.currency && network === choice.network,
  );
  if (!isOffered) return of('pair-gone');
  return link.isAmountOpen ? amountTrouble(link, choice.amount) : null;
}

function amountTrouble(
  { amountCurrency, minimumAmount, maximumAmount }: PaymentLink,
  amount: string,
): PaymentTrouble | null {
  if (amount === '') return of('amount-missing');
  const decimals = linkDecimals(amountCurrency);
  const parsed = parseAmount(amount, decimals);
  if (!parsed.ok) return of('amount-malformed');
  const bound = (text: string | null): bigint | null => {
    const read = text === null ? null : parseAmount(text, decimals);
    return read?.ok === true ? read.value : null;
  };
  const [least, most] = [bound(minimumAmount), bound(maximumAmount)];
  if (parsed.value === 0n || (least !== null && parsed.value < least)) return of('amount-low');
  return most !== null && parsed.value > most ? of('amount-high') : null;
}

/** What a refusal of the payment API means to the payer. Pure. */
export function troubleOf({ status, sentence }: { status: number; sentence: string }): PaymentTrouble {
  if (status === 429) return of('too-many', sentence);
  if (status >= 400 && status < 500) return of('refused', sentence);
  return of('unreachable', sentence);
}
