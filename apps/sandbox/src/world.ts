import { join } from 'node:path';
import { z } from 'zod';
import type { Banking } from './banks/make-transfer.ts';
import { findAnvil } from './chains/evm/anvil-binary.ts';
import { readContracts } from './chains/evm/contracts.ts';
import { type BitcoinChain, startBitcoinChain } from './chains/bitcoin/bitcoin-chain.ts';
import { type CardanoChain, startCardanoChain } from './chains/cardano/cardano-chain.ts';
import type { Chain } from './chains/chain.ts';
import type { EvmChain } from './chains/evm/evm-chain.ts';
import { startEvmChain } from './chains/evm/evm-chain.ts';
import { EVM_NETWORKS } from './chains/evm/networks.ts';
import { type PolkadotChain, startPolkadotChain } from './chains/polkadot/polkadot-chain.ts';
import { startSolanaChain } from './chains/solana/solana-chain.ts';
import { startTronChain } from './chains/tron/tron-chain.ts';
import type { Configuration } from './configuration.ts';
import type { Mailbox } from './mail/mailbox.ts';
import { createMailbox } from './mail/mailbox.ts';
import { createOpenIds, type OpenIds } from './sign-in/open-id.ts';
import { createPhones, type Phones } from './sms/termii.ts';
import { startSmtp } from './mail/smtp.ts';
import { readJson, writeWhole } from './platform/files.ts';
import type { Log } from './platform/log.ts';
import { freePort } from './platform/ports.ts';
import { openBanking } from './open-banking.ts';
import { openProviders, type Providers } from './providers/open-providers.ts';
import type { PriceBook } from './rates/price-book.ts';
import { createPriceBook } from './rates/price-book.ts';

/** Everything outside the product that runs on this machine. */
export interface World extends Banking {
  /** Every chain, of any family, by its network. */
  readonly chains: ReadonlyMap<string, Chain>;
  /** What the product asks in place of each chain's node. */
  readonly providers: Providers;
  /** Those of them that also deploy and call contracts. */
  readonly evmChains: ReadonlyMap<string, EvmChain>;
  /** Those of them where a waiting transaction can be replaced. */
  readonly bitcoinChains: ReadonlyMap<string, BitcoinChain>;
  /** Those of them where a payment can carry tokens, or fail in its block. */
  readonly cardanoChains: ReadonlyMap<string, CardanoChain>;
  /** Those of them where coins can arrive from another chain. */
  readonly polkadotChains: ReadonlyMap<string, PolkadotChain>;
  readonly mailbox: Mailbox;
  readonly phones: Phones;
  readonly openIds: OpenIds;
  readonly smtpPort: number;
  readonly prices: PriceBook;
  close(): Promise<void>;
}

const MailFile = z.object({ port: z.number().int() });

/** Starts the world in `<dataDir>/sandbox`, as it was left there. Throws where a part of it does not start. */
export async function startWorld(configuration: Configuration, log: Log): Promise<World> {
  const folder = join(configuration.dataDir, 'sandbox');
  const mailbox = createMailbox();
  const mailFile = join(folder, 'mail.json');
  const smtpPort = await freePort(readJson(mailFile, MailFile)?.port);
  const smtp = await startSmtp(smtpPort, mailbox, log);
  writeWhole(mailFile, JSON.stringify({ port: smtpPort }));

  const banking = openBanking({ ...configuration, folder: join(folder, 'banks') }, log);

  const binary = configuration.anvil ?? findAnvil();
  const contracts = readContracts(new URL('../dist/contracts.json', import.meta.url));
  const { blockSeconds } = configuration;
  const at = (network: string) => ({ folder: join(folder, 'chains', network), log, blockSeconds });
  const [starts, bitcoin, cardano, solana, polkadot, tron] = await Promise.all([
    Promise.allSettled(
      EVM_NETWORKS.map(async (network) => startEvmChain({ ...at(network.network), network, binary, contracts })),
    ),
    Promise.allSettled([startBitcoinChain(at('mainnet'))]),
    Promise.allSettled([startCardanoChain(at('cardano'))]),
    Promise.allSettled([startSolanaChain(at('solana'))]),
    Promise.allSettled([startPolkadotChain(at('polkadot'))]),
    Promise.allSettled([startTronChain({ ...at('tron'), binary, contracts })]),
  ]);
  const evmChains = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const bitcoinChains = bitcoin.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const cardanoChains = cardano.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const solanaChains = solana.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const polkadotChains = polkadot.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const tronChains = tron.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const started: readonly Chain[] = [
    ...bitcoinChains,
    ...evmChains,
    ...cardanoChains,
    ...solanaChains,
    ...polkadotChains,
    ...tronChains,
  ];
  const close = async (): Promise<void> => {
    banking.callbacks.stop();
    await Promise.all([smtp.close(), ...started.map((chain) => chain.close())]);
  };
  const isEvm = (network: string): boolean => evmChains.some((chain) => chain.network === network);
  const failed = [...starts, ...bitcoin, ...cardano, ...solana, ...polkadot, ...tron].find(
    (start) => start.status === 'rejected',
  );
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  const providers = await openProviders(started, isEvm, folder).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    chains: byNetwork(started),
    providers,
    evmChains: byNetwork(evmChains),
    bitcoinChains: byNetwork(bitcoinChains),
    cardanoChains: byNetwork(cardanoChains),
    polkadotChains: byNetwork(polkadotChains),
    mailbox,
    phones: createPhones(),
    openIds: createOpenIds(),
    smtpPort,
    ...banking,
    prices: createPriceBook(),
    close: async () => {
      await Promise.all([providers.close(), close()]);
    },
  };
}

function byNetwork<Kind extends Chain>(chains: readonly Kind[]): ReadonlyMap<string, Kind> {
  return new Map(chains.map((chain) => [chain.network, chain]));
}
