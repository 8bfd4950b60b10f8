import type { SolanaPlanned } from '@kobogate/plans';
import type { Facts } from './facts.ts';

/** What a plan can still spend while it is being written. */
export interface PlanBudget {
  /** The spendable amount of an asset at the treasury; for SOL what is above the rent-exempt minimum. */
  has(asset: string): bigint;
  add(asset: string, amount: bigint): void;
  /** Takes one nonce; null where none is left. */
  nextNonce(): Pick<SolanaPlanned, 'nonceAccount' | 'nonce'> | null;
  /** Whether the treasury has an account for a token, or will have after this plan. */
  isOpen(mint: string): boolean;
  open(mint: string): void;
}

/** The treasury's present balances. */
export function createPlanBudget({ holdings, nonces, mints, leastLamports }: Facts, coin: string): PlanBudget {
  const amounts = new Map([[coin, -leastLamports]]);
  const has = (asset: string): bigint => amounts.get(asset) ?? 0n;
  const add = (asset: string, amount: bigint): void => void amounts.set(asset, has(asset) + amount);
  for (const { address, asset, amount, isFrozen } of holdings) if (address.chain === 1 && !isFrozen) add(asset, amount);
  const free = [...nonces];
  const opened = new Set(mints);
  return {
    has,
    add,
    nextNonce: () => {
      const next = free.shift();
      return next === undefined ? null : { nonceAccount: next.account, nonce: next.value };
    },
    isOpen: (mint) => opened.has(mint),
    open: (mint) => void opened.add(mint),
  };
}
