import { type LinkCurrency, type Limits, linkDecimals } from '@kobogate/contract';
import {
  formatNaira,
  formatUnits,
  groupThousands,
  nairaForRoundedDown,
  parseAmount,
  type Rate,
  toKobo,
} from '@kobogate/money';
import { decideFields, ruleBroken } from '../../platform/errors.ts';
import { writeAmount } from './link.ts';

/** What amounts are checked against. */
export interface AmountRules {
  readonly currency: LinkCurrency;
  /**
   * Naira for one whole unit of the currency; null where there is no trusted rate, and then the limits can't be
   * checked.
   */
  readonly nairaRate: Rate | null;
  /** The operator's bounds of one payment. */
  readonly limits: Limits;
}

/** A billion, in any currency: more is a typing error. */
const MOST_UNITS = 1_000_000_000n;

export interface LinkAmounts {
  readonly amount: string | null;
  readonly minimumAmount: string | null;
  readonly maximumAmount: string | null;
}

/**
 * The amount of a link, or the bounds within which its payer chooses, exactly as they were typed. Throws 422 with a
 * message for an amount that is invalid, zero or negative, has more decimals than its currency, or could never be paid
 * here. Pure.
 */
export function decideAmounts(
  input: {
    readonly isOpen: boolean;
    readonly amount: string | undefined;
    readonly minimum: string | null | undefined;
    readonly maximum: string | null | undefined;
  },
  rules: AmountRules,
): LinkAmounts {
  const [amount, minimum, maximum] = [input.amount ?? '', input.minimum ?? '', input.maximum ?? ''];
  if (!input.isOpen) {
    if (minimum !== '' || maximum !== '') {
      throw ruleBroken('Please give either a fixed amount, or bounds between which the payer chooses.');
    }
    return { amount: readAmount(amount, 'an amount', rules).text, minimumAmount: null, maximumAmount: null };
  }
  if (amount !== '') throw ruleBroken('Please leave the amount out where the payer chooses it.');
  const [lowest, highest] = decideFields((of) => [
    of('minimumAmount', () => (minimum === '' ? null : readAmount(minimum, 'a smallest amount', rules)), null),
    of('maximumAmount', () => (maximum === '' ? null : readAmount(maximum, 'a largest amount', rules)), null),
  ]);
  if (lowest !== null && highest !== null && lowest.units > highest.units) {
    throw ruleBroken('The smallest amount can’t be above the largest one. Please check both.');
  }
  return { amount: null, minimumAmount: lowest?.text ?? null, maximumAmount: highest?.text ?? null };
}

function readAmount(typed: string, what: string, { currency, nairaRate, limits }: AmountRules) {
  const decimals = linkDecimals(currency);
  const parsed = parseAmount(typed, decimals);
  if (!parsed.ok && parsed.reason === 'too-many-decimals') {
    throw ruleBroken(`Please enter ${what} in ${currency} with at most ${decimals} decimals.`);
  }
  if (!parsed.ok && parsed.reason === 'too-large') throw tooLarge(what, currency);
  if (!parsed.ok || parsed.value === 0n) {
    throw ruleBroken(`Please enter ${what} in ${currency} above zero, in plain digits such as 25000.00.`);
  }
  if (parsed.value > MOST_UNITS * 10n ** BigInt(decimals)) throw tooLarge(what, currency);
  const text = formatUnits(parsed.value, decimals);
  if (nairaRate === null) return { units: parsed.value, text };
  const kobo = nairaForRoundedDown(parsed.value, decimals, nairaRate);
  if (kobo < BigInt(limits.minimumKobo) || kobo > BigInt(limits.maximumKobo)) {
    const bounds = `${formatNaira(toKobo(limits.minimumKobo))} to ${formatNaira(toKobo(limits.maximumKobo))}`;
    const written = `${groupThousands(writeAmount(text, currency))} ${currency}`;
    throw ruleBroken(
      currency === 'NGN'
        ? `Please enter ${what} from ${bounds}: that is what one payment here can be.`
        : `Please enter ${what} worth ${bounds}: that is what one payment here can be. ${written} is about ${formatNaira(kobo)} today.`,
    );
  }
  return { units: parsed.value, text };
}

const tooLarge = (what: string, currency: string) =>
  ruleBroken(`Please enter ${what} of ${groupThousands(String(MOST_UNITS))} ${currency} at most.`);
