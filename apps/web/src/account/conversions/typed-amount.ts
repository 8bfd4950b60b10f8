import type { Quote, Wallet } from '@kobogate/contract';
import { formatKobo, toKobo } from '@kobogate/money';
import { amountText, coinsForNairaRoundedUp, previewPrice, type ReadAmount, readAmount } from './conversion-amount.ts';

/** Which amount was typed last: the coins to convert, or the naira to receive. The other one follows from the rate. */
export type Lead = 'amount' | 'naira';

/** What the form of a conversion holds; only the text of the leading amount counts. */
export interface TypedAmount {
  wallet: string;
  amount: string;
  naira: string;
  lead: Lead;
}

/** The form as it opens. The page decides the coin: its address names it. */
export const NOTHING_TYPED: TypedAmount = { wallet: '', amount: '', naira: '', lead: 'amount' };

type Pair = Pick<Wallet, 'currency' | 'network'>;

/** The coins that the typed amount means; null without a coin, or where naira was typed and there is no rate yet. */
export function readTyped(
  { lead, amount, naira }: TypedAmount,
  pair: Pair | null,
  quote: Quote | null,
): ReadAmount | null {
  if (pair === null) return null;
  if (lead === 'amount') return readAmount(amount, pair.currency, pair.network);
  return quote === null ? null : coinsForNairaRoundedUp(naira, quote);
}

/** The texts of both amounts: the leading one as it was typed, the other as it follows; empty where it can't. */
export function shownAmounts(typed: TypedAmount, pair: Pair | null, quote: Quote | null): Record<Lead, string> {
  const read = readTyped(typed, pair, quote);
  const units = read?.ok === true ? read.units : null;
  if (typed.lead === 'naira') {
    return { naira: typed.naira, amount: read?.ok === true ? amountText(read) : '' };
  }
  const price = units === null || quote === null ? null : previewPrice(units, quote);
  return { amount: typed.amount, naira: price === null ? '' : formatKobo(toKobo(price.nairaKobo)) };
}
