import { findLedgerAsset, type LedgerAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Holding, OwnAddress } from '../../custody/index.ts';

/** Why tokens stay where they are, when the node says nothing of how their transfer would go. */
export const NO_TRANSFER = 'its contract refuses to estimate a transfer, or needs more than the key tool signs for';

/** The order in which transactions have to be in blocks: sweeps spend the gas that was sent, and refunds the swept coins. */
export const STAGES = { gas: 0, sweep: 1, refund: 2 } as const;

/** An address of ours as a plan names it. Pure. */
export const placeOf = ({ chain, index, address }: OwnAddress) => ({ chain, index, address });

/** The deposit addresses among these holdings, each once. Pure. */
export function addressesOf(holdings: readonly Holding[]): OwnAddress[] {
  const deposits = holdings.filter(({ address }) => address.chain === 0).map(({ address }) => address);
  return [...new Map(deposits.map((address) => [address.addressKey, address])).values()];
}

/** The asset of a code. Throws where there is none. */
export function requireAsset(code: string): LedgerAsset {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  return asset;
}

/**
 * What has to be put into the treasury so that it can pay the gas of all deposit addresses, as a note of a draft; none if it
 * has enough. `left` is what it can still spend, below zero where open plans take more. Pure.
 */
export function noteMissingGas(
  costs: readonly bigint[],
  { treasury, left, currency, decimals }: { treasury: string; left: bigint; currency: string; decimals: number },
): string[] {
  if (costs.length === 0) return [];
  const missing = costs.reduce((sum, cost) => sum + cost, 0n) - left;
  const whose = costs.length === 1 ? 'one address is' : `${costs.length} addresses are`;
  return [
    `Put at least ${formatUnits(missing, decimals)} ${currency} into the treasury ${treasury} and ask again: ${whose} not swept, as the treasury lacks it.`,
  ];
}
