import { EVM_NETWORK_IDS, NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import type { Chain, WatchedChain } from '../../custody/index.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Log } from '../../platform/log.ts';
import { createBitcoinChain } from './bitcoin/bitcoin-chain.ts';
import { createCardanoChain } from './cardano/cardano-chain.ts';
import { createEvmChain } from './evm/evm-chain.ts';
import type { Line } from './line.ts';
import { createPolkadotChain } from './polkadot/polkadot-chain.ts';
import { createSolanaChain } from './solana/solana-chain.ts';

/** The chains of all networks that are watched, each with when a deposit on it is final. */
export function openChains(
  { networks, cardanoProjectId }: Pick<Configuration, 'networks' | 'cardanoProjectId'>,
  log: Log,
): WatchedChain[] {
  return NETWORK_IDS.flatMap((network) => {
    const settings = networks[network];
    if (settings === undefined) return [];
    const { rpcUrl, confirmations, steps } = settings;
    return [{ chain: openChain({ network, provider: rpcUrl, cardanoProjectId, log }), confirmations, steps }];
  });
}

/**
 * The chain of a network, by its family, read at one provider. Throws for a family without an adapter, which
 * the configuration has refused before.
 */
function openChain({
  network,
  ...options
}: {
  network: NetworkId;
  provider: Line | string;
  cardanoProjectId: string | undefined;
  log: Log;
}): Chain {
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm !== undefined) return createEvmChain({ network: evm, provider: options.provider });
  if (network === 'mainnet') return createBitcoinChain(options);
  if (network === 'cardano') return createCardanoChain({ ...options, projectId: options.cardanoProjectId });
  if (network === 'polkadot') return createPolkadotChain(options);
  if (network === 'solana') return createSolanaChain(options);
  throw new Error(`There is no watcher for ${NETWORKS[network].name}.`);
}
