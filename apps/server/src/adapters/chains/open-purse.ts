import { EVM_NETWORK_IDS, type NetworkId } from '@kobogate/contract';
import type { Purse } from '../../features/treasury/purse.ts';
import { createBitcoinPurse } from './bitcoin/bitcoin-purse.ts';
import { createEvmPurse } from './evm/evm-purse.ts';

/** What can be done with coins of ours on a network, by its family; null for a family whose coins can't be moved from here yet. */
export function openPurse({
  network,
  rpcUrl,
  confirmations,
}: {
  network: NetworkId;
  rpcUrl: string;
  confirmations: number;
}): Purse | null {
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm !== undefined) return createEvmPurse({ network: evm, rpcUrl });
  return network === 'mainnet' ? createBitcoinPurse({ rpcUrl, confirmations }) : null;
}
