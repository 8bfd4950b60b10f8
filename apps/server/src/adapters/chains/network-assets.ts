import { ASSETS, type LedgerAssetCode, type NetworkId, STRAY_ASSETS } from '@kobogate/contract';

/** The assets that count on one network. */
export interface NetworkAssets {
  /** The native coin, on offer or stray; null where the native coin is neither. */
  readonly native: LedgerAssetCode | null;
  /** Tokens by contract, in lower case: exactly these contracts, whatever names others use. */
  readonly tokens: ReadonlyMap<string, LedgerAssetCode>;
}

/** The pinned assets of a network, and the strays that we can keep for their senders. Pure. */
export function assetsOn(network: NetworkId): NetworkAssets {
  const here = [...ASSETS, ...STRAY_ASSETS].filter((asset) => asset.network === network);
  return {
    native: here.find(({ contract }) => contract === null)?.code ?? null,
    tokens: new Map(
      here.flatMap(({ contract, code }) => (contract === null ? [] : [[contract.toLowerCase(), code] as const])),
    ),
  };
}
