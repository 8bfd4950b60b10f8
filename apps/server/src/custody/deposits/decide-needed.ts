import { findAssetByCode } from '@kobogate/contract';
import { nairaForRoundedDown } from '@kobogate/money';
import type { ConfirmationPolicy } from '../../platform/confirmation-steps.ts';
import type { CustomerRate } from '../../pricing/index.ts';

/** So many smallest units of an asset. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * What the amounts are worth together at the market's rates, in kobo, each rounded down; null where one of them has no rate
 * that can be trusted. Pure.
 */
export function worthInKobo(
  amounts: readonly AssetAmount[],
  rates: ReadonlyMap<string, Pick<CustomerRate, 'marketRate'>>,
): bigint | null {
  let sum = 0n;
  for (const { asset, amount } of amounts) {
    const rate = rates.get(asset)?.marketRate;
    const decimals = findAssetByCode(asset)?.decimals;
    if (rate === undefined || decimals === undefined) return null;
    sum += nairaForRoundedDown(amount, decimals, rate);
  }
  return sum;
}

/** After how many blocks a deposit is final, its own counted; what is worth nobody knows how much waits the longest. Pure. */
export function decideNeeded({ steps, confirmations }: ConfirmationPolicy, kobo: bigint | null): number {
  if (kobo === null) return confirmations;
  return steps.find(({ upToKobo }) => kobo <= upToKobo)?.confirmations ?? confirmations;
}
