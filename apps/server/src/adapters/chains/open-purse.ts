import { EVM_NETWORK_IDS, type NetworkId } from '@kobogate/contract';
import type { Purse } from '../../features/treasury/purse.ts';
import { createBitcoinPurse } from './bitcoin/bitcoin-purse.ts';
import { createCardanoPurse } from './cardano/cardano-purse.ts';
import { createEvmPurse } from './evm/evm-purse.ts';

/** What can be done with coins of ours on a network, by its family; null for a family whose coins can't be moved from here yet. */
export function openPurse({
  network,
  rpcUrl,
  confirmations,
  cardanoProjectId,
}: {
  network: NetworkId;
  rpcUrl: string;
  confirmations: number;
  cardanoProjectId: string | undefined;
}): Purse | null {
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm !== undefined) return createEvmPurse({ network: evm, rpcUrl });
  if (network === 'mainnet') return createBitcoinPurse({ rpcUrl, confirmations });
  if (network === 'cardano') return createCardanoPurse({ rpcUrl, confirmations, projectId: cardanoProjectId });
  return null;
}
