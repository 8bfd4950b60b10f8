import type { LedgerAssetCode } from '@kobogate/contract';
import type { Traced } from '../../custody/index.ts';

/** Adds up what each address gained and lost. */
export interface Changes {
  add(asset: LedgerAssetCode, address: string, amount: bigint): void;
  /** The addresses whose gains and losses differ. `write` turns a key into an address as people write it. */
  list(write?: (addressKey: string) => string): Traced['changes'];
}

/** No gains and no losses yet. */
export function createChanges(): Changes {
  const sums = new Map<string, { asset: LedgerAssetCode; addressKey: string; amount: bigint }>();
  return {
    add: (asset, addressKey, amount) => {
      const key = `${asset} ${addressKey}`;
      const before = sums.get(key)?.amount ?? 0n;
      sums.set(key, { asset, addressKey, amount: before + amount });
    },
    list: (write = (addressKey) => addressKey) =>
      [...sums.values()]
        .filter(({ amount }) => amount !== 0n)
        .map((change) => Object.assign(change, { address: write(change.addressKey) })),
  };
}
