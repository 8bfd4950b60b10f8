import { ASSETS, evmRows, STRAY_ASSETS } from '@kobogate/contract';

export interface EvmAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** The pinned token contract, or null for the network's own coin. */
  readonly contract: string | null;
  /** The sandbox's contract that plays it, where its symbol does not say. */
  readonly code?: string;
}

export interface EvmNetwork {
  readonly network: string;
  readonly chainId: number;
  readonly assets: readonly EvmAsset[];
}

/**
 * The EVM networks with their assets, from the product's pinned table: contracts and decimals are not repeated here.
 */
export const EVM_NETWORKS: readonly EvmNetwork[] = evmRows().map(([id, { chainId, coin }]) => {
  const twins = STRAY_ASSETS.filter(({ isTwin }) => isTwin);
  const offered = [...ASSETS, ...twins]
    .filter((asset) => asset.network === id)
    .map(({ currency: symbol, decimals, contract }) => ({ symbol, decimals, contract }));
  const extra = coin.isOffered ? [] : [{ symbol: coin.symbol, decimals: 18, contract: null }];
  return { network: id, chainId, assets: [...offered, ...extra] };
});
