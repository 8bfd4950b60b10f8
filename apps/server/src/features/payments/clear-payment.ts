import type { ExposureLimits, Limits, Settings } from '@kobogate/contract';
import { formatNaira, formatUnits } from '@kobogate/money';
import { conflict, type Failure, ruleBroken } from '../../platform/errors.ts';
import { type ClearingSettings, decideClearing } from '../orders/order.ts';
import type { OfferedProduct } from '../products/product.ts';

/** The settings as orders of the kind `payment` are cleared by them: with their own threshold. Pure. */
export function forPayments<Some extends Pick<Settings, 'clearing'>>(settings: Some): Some {
  const { clearing } = settings;
  return { ...settings, clearing: { ...clearing, automaticBelowKobo: clearing.paymentsBelowKobo } };
}

/** As `decideClearing`, by the threshold of payments. Pure. */
export function decidePaymentClearing(
  payment: Parameters<typeof decideClearing>[0],
  settings: ClearingSettings,
): 'processing' | 'pending' {
  return decideClearing(payment, forPayments(settings));
}

/**
 * What rates may be locked for payments within: half of what may be locked at all, so that whoever opens payments without
 * end keeps no merchant from converting. Pure.
 */
export function exposureOfPayments({ userKobo, totalKobo }: ExposureLimits): ExposureLimits {
  return { userKobo: String(BigInt(userKobo) / 2n), totalKobo: String(BigInt(totalKobo) / 2n) };
}

/** Why an amount can't be paid by link, in words for its payer, or null. Pure. */
export function refuseAmount(
  { amount, nairaKobo }: { amount: bigint; nairaKobo: bigint },
  { product, limits }: { product: OfferedProduct | undefined; limits: Limits },
): Failure | null {
  const [minimum, maximum] = [BigInt(limits.minimumKobo), BigInt(limits.maximumKobo)];
  if (nairaKobo < minimum || nairaKobo === 0n) {
    return ruleBroken(`The smallest payment is ${formatNaira(minimum)}; this one is ${formatNaira(nairaKobo)}.`);
  }
  if (nairaKobo > maximum) {
    return ruleBroken(`The largest payment is ${formatNaira(maximum)}; this one is ${formatNaira(nairaKobo)}.`);
  }
  if (product === undefined) return null;
  const { asset } = product;
  const coins = (units: bigint): string => `${formatUnits(units, asset.decimals)} ${asset.currency}`;
  if (!product.isOffered) {
    return ruleBroken('This coin is not taken on this network at present. Please pick another one.');
  }
  if (product.minimum !== null && amount < product.minimum) {
    return ruleBroken(`The smallest payment with this coin is ${coins(product.minimum)}. Please pick another coin.`);
  }
  return product.maximum !== null && amount > product.maximum
    ? ruleBroken(`The largest payment with this coin is ${coins(product.maximum)}. Please pick another coin.`)
    : null;
}

/** 409: the merchant has no payout account, or is disabled. It says nothing of which. */
export const cannotBePaid = (): Failure =>
  conflict('This link can not be paid at the moment. Nothing was taken; please ask whoever sent it to you.');

/** 422: it is more than the merchant's tier allows. It says nothing of how much that is. */
export const moreThanAllowed = (): Failure =>
  ruleBroken(
    'This is more than can be paid by this link at the moment. Nothing was taken; please ask whoever sent it to you.',
  );
