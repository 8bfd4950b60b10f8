import type { SolanaPlanned } from '@kobogate/plans';
import type { Facts } from './facts.ts';

/** What a plan can still spend while it is being written. */
export interface PlanBudget {
  /** Of an asset at the treasury; of SOL what is above that without which it can't be. */
  has(asset: string): bigint;
  add(asset: string, amount: bigint): void;
  /** Takes one out; null where there is none left. */
  nextNonce(): Pick<SolanaPlanned, 'nonceAccount' | 'nonce'> | null;
  /** Whether the treasury has an account for a token, or will have by this plan. */
  isOpen(mint: string): boolean;
  open(mint: string): void;
}

/** The treasury as it stands now. */
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
