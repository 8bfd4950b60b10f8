import { EVM_NETWORK_IDS, NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { Chain, WatchedChain } from '../../custody/index.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Log } from '../../platform/log.ts';
import { createBitcoinChain } from './bitcoin/bitcoin-chain.ts';
import { createCardanoChain } from './cardano/cardano-chain.ts';
import { createEvmChain } from './evm/evm-chain.ts';
import { type Line, openLine } from './line.ts';
import { createHeads } from './heads.ts';
import { createPolkadotChain } from './polkadot/polkadot-chain.ts';
import { createSolanaChain } from './solana/solana-chain.ts';
import { createTronChain } from './tron/tron-chain.ts';

/** Rollups: a block there is its sequencer's word until Ethereum has it. */
const ROLLUPS: ReadonlySet<string> = new Set(['arbitrum', 'optimism', 'base']);

/** The providers of all networks that are watched, each with when a deposit on it is final. */
export function openChains(
  {
    networks,
    cardanoProjectId,
    sequencerLimit,
    safeLimit,
    providerLagBlocks: lagBlocks,
  }: Pick<Configuration, 'networks' | 'cardanoProjectId' | 'sequencerLimit' | 'safeLimit' | 'providerLagBlocks'>,
  log: Log,
): WatchedChain[] {
  return NETWORK_IDS.flatMap((network) => {
    const settings = networks[network];
    if (settings === undefined) return [];
    const { confirmations, steps, pollSeconds, callsPerSecond, callsPerDay } = settings;
    const budget = { perSecond: callsPerSecond, perDay: callsPerDay };
    const providers = settings.providers.map(({ url, headsUrl }) => {
      const line = openLine(url, { budget, isAlone: settings.providers.length === 1 });
      const chain = openChain({ network, provider: line, cardanoProjectId, log });
      const heads = headsUrl === null ? null : createHeads({ url: headsUrl, network, lagBlocks });
      return { chain, line, host: new URL(url).host, heads };
    });
    const hasFinal = providers.some(({ chain }) => chain.finalHeight !== undefined);
    // Elsewhere the operator's steps say which values confirmations alone are enough for.
    const largestStep = steps.at(-1)?.upToKobo ?? sequencerLimit;
    const usual = ROLLUPS.has(network) || largestStep < sequencerLimit ? sequencerLimit : largestStep;
    // TRON calls a block final within a minute or so: nothing is credited before.
    const finalAbove = network === 'tron' ? toKobo(0n) : usual;
    return [
      {
        providers,
        confirmations,
        steps,
        ...(pollSeconds === null ? {} : { pollMs: pollSeconds * 1000 }),
        ...(hasFinal ? { finalAbove } : {}),
        ...(ROLLUPS.has(network) ? { safeUpTo: safeLimit } : {}),
      },
    ];
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
  if (network === 'tron') return createTronChain(options);
  throw new Error(`There is no watcher for ${NETWORKS[network].name}.`);
}
