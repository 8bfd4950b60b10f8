import { ASSETS, EVM_NETWORK_IDS, NETWORKS, STRAY_ASSETS } from '@kobogate/contract';

export interface EvmAsset {
  readonly symbol: string;
  readonly decimals: number;
  /** The pinned token contract, or null for the network's own coin. */
  readonly contract: string | null;
}

export interface EvmNetwork {
  readonly network: string;
  readonly chainId: number;
  readonly assets: readonly EvmAsset[];
}

/** Coins that pay for gas where the product offers no native coin (chainid.network, nativeCurrency). */
const GAS_COINS: Readonly<Record<string, string>> = { polygon: 'POL', avalanche: 'AVAX' };

/**
 * The EVM networks with their assets, from the product's pinned table: contracts and decimals are not repeated here.
 */
export const EVM_NETWORKS: readonly EvmNetwork[] = EVM_NETWORK_IDS.map((id) => {
  const twins = STRAY_ASSETS.filter(({ isTwin }) => isTwin);
  const offered = [...ASSETS, ...twins]
    .filter((asset) => asset.network === id)
    .map((asset) => ({
      symbol: asset.currency,
      decimals: asset.decimals,
      contract: asset.contract,
    }));
  const gas = GAS_COINS[id];
  const extra = gas === undefined ? [] : [{ symbol: gas, decimals: 18, contract: null }];
  return { network: id, chainId: NETWORKS[id].chainId, assets: [...offered, ...extra] };
});
