import { linkAmountText, linkDecimals } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { ruleBroken } from '../../platform/errors.ts';
import type { LinkTerms } from '../payment-links/link.ts';
import type { AskedAmount } from './payment-amount.ts';

/**
 * The requested amount of a payment by this link: the link's own amount, or the one that its payer typed, without
 * trailing zeros. Throws 422 with a message for an invalid amount, one beyond the link's bounds, or one that differs
 * from a fixed link's. Pure.
 */
export function askedBy(link: LinkTerms, typed: string | undefined): AskedAmount {
  const { amountCurrency: currency } = link;
  const decimals = linkDecimals(currency);
  if (link.amount !== null) {
    const asked = { currency, amount: link.amount };
    if (typed === undefined || isSameAmount(typed, link.amount, decimals)) return asked;
    throw ruleBroken(`This link asks for ${link.amount} ${currency}, no more and no less.`, 'amount-fixed');
  }
  if (typed === undefined) throw ruleBroken('Please enter how much you want to pay.', 'amount-missing');
  const parsed = parseAmount(typed, decimals);
  if (!parsed.ok) {
    throw ruleBroken(
      parsed.reason === 'too-many-decimals'
        ? `An amount of ${currency} has at most ${decimals} decimals. Please shorten it.`
        : 'Please enter the amount in plain digits, such as 12.5.',
      'amount-malformed',
    );
  }
  if (parsed.value === 0n) throw ruleBroken('Please enter an amount greater than 0.', 'amount-low');
  const [minimum, maximum] = [link.minimumAmount, link.maximumAmount].map((bound) => unitsOf(bound, decimals));
  if (typeof minimum === 'bigint' && parsed.value < minimum) {
    const least = linkAmountText(formatUnits(minimum, decimals), currency);
    throw ruleBroken(`The smallest amount of this link is ${least}.`, 'amount-low', least);
  }
  if (typeof maximum === 'bigint' && parsed.value > maximum) {
    const most = linkAmountText(formatUnits(maximum, decimals), currency);
    throw ruleBroken(`The largest amount of this link is ${most}.`, 'amount-high', most);
  }
  return { currency, amount: formatUnits(parsed.value, decimals) };
}

function unitsOf(bound: string | null, decimals: number): bigint | null {
  const parsed = bound === null ? null : parseAmount(bound, decimals);
  return parsed?.ok === true ? parsed.value : null;
}

/** Whether a typed amount equals the requested one, whatever its trailing zeros. Pure. */
function isSameAmount(typed: string, amount: string, decimals: number): boolean {
  const [left, right] = [typed, amount].map((text) => parseAmount(text, decimals));
  return left?.ok === true && right?.ok === true && left.value === right.value;
}
