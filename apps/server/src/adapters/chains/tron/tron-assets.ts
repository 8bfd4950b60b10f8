import { tronKey } from '@kobogate/plans';
import { ASSETS, type LedgerAsset, type LedgerAssetCode, STRAY_ASSETS } from '@kobogate/contract';
import type { NetworkAssets } from '../network-assets.ts';

export const TRON = 'tron';
/** The last four bytes of the main network's genesis block, which its nodes answer as `eth_chainId`. */
export const TRON_CHAIN_ID = 0x2b_66_53_dc;
export const TRX: LedgerAssetCode = 'TRX@tron';

/** TRON's assets, their contracts in hexadecimal. */
export const TRON_ASSETS: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS]
  .filter(({ network }) => network === TRON)
  .map(({ code, currency, network, decimals, contract }) => ({
    code,
    currency,
    network,
    decimals,
    contract: contract === null ? null : tronKey(contract),
  }));

/** The same for the watcher. */
export const TRON_NETWORK_ASSETS: NetworkAssets = {
  native: TRX,
  tokens: new Map(TRON_ASSETS.flatMap(({ contract, code }) => (contract === null ? [] : [[contract, code] as const]))),
};
