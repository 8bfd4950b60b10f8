import { formatUnits } from '@kobogate/money';

/**
 * What the treasury has to be given so that all deposit addresses can be swept that it lacks gas for, as a note of a
 * draft; none where it lacks nothing. `left` is what it can still spend, below zero where open plans take more. Pure.
 */
export function noteMissingGas(
  costs: readonly bigint[],
  { treasury, left, currency, decimals }: { treasury: string; left: bigint; currency: string; decimals: number },
): string[] {
  if (costs.length === 0) return [];
  const missing = costs.reduce((sum, cost) => sum + cost, 0n) - left;
  const whose = costs.length === 1 ? 'one address is' : `${costs.length} addresses are`;
  return [
    `Put at least ${formatUnits(missing, decimals)} ${currency} into the treasury ${treasury} and ask again: ${whose} not swept for want of it.`,
  ];
}
