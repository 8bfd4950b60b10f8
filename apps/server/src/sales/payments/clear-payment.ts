import { type ExposureLimits, type Limits, newcomersLimit, type Settings } from '@kobogate/contract';
import { formatNaira, formatUnits, type Kobo, toKobo } from '@kobogate/money';
import { conflict, type Failure, ruleBroken } from '../../platform/errors.ts';
import type { OfferedProduct } from '../../pricing/index.ts';

/** The settings with the threshold of payments, by which orders of the kind `payment` are cleared. Pure. */
export function forPayments<Some extends Pick<Settings, 'clearing'>>(settings: Some): Some {
  const { clearing } = settings;
  return { ...settings, clearing: { ...clearing, automaticBelowKobo: clearing.paymentsBelowKobo } };
}

/**
 * How much may be locked at rates for payments: half of the total limit, so that strangers who open payments without
 * end can't stop merchants from converting. For merchants who were never paid before: half of the newcomers' limit.
 * Pure.
 */
export function exposureOfPayments(limits: ExposureLimits): ExposureLimits {
  const half = (kobo: string): string => String(BigInt(kobo) / 2n);
  return {
    userKobo: half(limits.userKobo),
    totalKobo: half(limits.totalKobo),
    newcomersKobo: half(newcomersLimit(limits)),
  };
}

/** Why an amount can't be paid by link, as text for its payer, or null. Pure. */
export function refuseAmount(
  { amount, nairaKobo }: { amount: bigint; nairaKobo: Kobo },
  { product, limits }: { product: OfferedProduct | undefined; limits: Limits },
): Failure | null {
  const [minimum, maximum] = [toKobo(limits.minimumKobo), toKobo(limits.maximumKobo)];
  if (nairaKobo < minimum || nairaKobo === 0n) {
    const least = formatNaira(minimum);
    return ruleBroken(`The smallest payment is ${least}; this one is ${formatNaira(nairaKobo)}.`, 'amount-low', least);
  }
  if (nairaKobo > maximum) {
    const most = formatNaira(maximum);
    return ruleBroken(`The largest payment is ${most}; this one is ${formatNaira(nairaKobo)}.`, 'amount-high', most);
  }
  if (product === undefined) return null;
  const { asset } = product;
  const coins = (units: bigint): string => `${formatUnits(units, asset.decimals)} ${asset.currency}`;
  if (!product.isOffered) {
    return ruleBroken('This coin is not taken on this network at present. Please pick another one.', 'pair-gone');
  }
  if (product.minimum !== null && amount < product.minimum) {
    const least = coins(product.minimum);
    const sentence = `The smallest payment with this coin is ${least}. Please pick another coin.`;
    return ruleBroken(sentence, 'coin-amount-low', least);
  }
  if (product.maximum === null || amount <= product.maximum) return null;
  const most = coins(product.maximum);
  const sentence = `The largest payment with this coin is ${most}. Please pick another coin.`;
  return ruleBroken(sentence, 'coin-amount-high', most);
}

/** 409: the merchant has no payout account, or is disabled. The message does not say which. */
export const cannotBePaid = (): Failure =>
  conflict(
    'This link can’t be paid at the moment. Nothing was taken; please ask the person who sent it to you.',
    'not-payable',
  );

/** 422: it is more than the merchant's tier allows. The message does not say by how much. */
export const moreThanAllowed = (): Failure =>
  ruleBroken(
    'This is more than can be paid by this link at the moment. Nothing was taken; please ask the person who sent it to you.',
    'above-allowed',
  );
