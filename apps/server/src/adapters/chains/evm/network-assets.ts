import { type AssetCode, ASSETS, type EvmNetworkId } from '@kobogate/contract';

/** What counts as value on one network. */
export interface NetworkAssets {
  /** The native coin, where it is on offer. */
  readonly native: AssetCode | null;
  /** Tokens by contract, in lower case: exactly these contracts and no other, whatever they call themselves. */
  readonly tokens: ReadonlyMap<string, AssetCode>;
}

/** The pinned assets of a network. Pure. */
export function assetsOn(network: EvmNetworkId): NetworkAssets {
  const here = ASSETS.filter((asset) => asset.network === network);
  return {
    native: here.find(({ contract }) => contract === null)?.code ?? null,
    tokens: new Map(
      here.flatMap(({ contract, code }) => (contract === null ? [] : [[contract.toLowerCase(), code] as const])),
    ),
  };
}
