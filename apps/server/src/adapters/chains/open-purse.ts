import { EVM_NETWORK_IDS, NETWORK_IDS, type NetworkId } from '@kobogate/contract';
import type { Purse } from '../../custody/index.ts';
import { createBitcoinPurse } from './bitcoin/bitcoin-purse.ts';
import { createCardanoPurse } from './cardano/cardano-purse.ts';
import { createEvmPurse } from './evm/evm-purse.ts';
import { createPolkadotPurse } from './polkadot/polkadot-purse.ts';
import { createSolanaPurse } from './solana/solana-purse.ts';

/** What can be done with coins of ours on a network, by its family; null for a family whose coins can't be counted from here yet. */
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
  if (network === 'solana') return createSolanaPurse({ rpcUrl });
  return network === 'polkadot' ? createPolkadotPurse({ rpcUrl }) : null;
}

interface NetworkSettings {
  readonly rpcUrl: string;
  readonly confirmations: number;
}

/** The purses of all networks that are watched and have one, with how many blocks make a transaction final there. */
export function openPurses({
  networks,
  cardanoProjectId,
}: {
  readonly networks: Readonly<Partial<Record<NetworkId, NetworkSettings>>>;
  readonly cardanoProjectId: string | undefined;
}): { readonly purse: Purse; readonly confirmations: number }[] {
  return NETWORK_IDS.flatMap((network) => {
    const settings = networks[network];
    const purse = settings === undefined ? null : openPurse({ network, ...settings, cardanoProjectId });
    return settings === undefined || purse === null ? [] : [{ purse, confirmations: settings.confirmations }];
  });
}
