import { checkAddress } from '@kobogate/addresses';
import { type ChainFamily, NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import { z } from 'zod';
import { type ConfirmationPolicy, readConfirmationPolicy } from '../platform/confirmation-steps.ts';

/** An address of the web, as a text. */
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

/** A number in digits, by a rule for its size. What JavaScript also reads as one, such as `0x10` or `1e3`, is refused. */
export const inDigits = (rule: (number: z.ZodNumber) => z.ZodNumber) =>
  z
    .string()
    .regex(/^-?\d{1,15}(?:\.\d{1,9})?$/, 'it must be a number')
    .transform(Number)
    .pipe(rule(z.number()));

/** Where a provider is asked, and where it announces its blocks: null where it does not. */
export interface ProviderAddresses {
  readonly url: string;
  readonly headsUrl: string | null;
}

/** How a network is reached, and after how many confirmations a deposit on it is final. */
export interface NetworkConfiguration extends ConfirmationPolicy {
  /** The address of the first of `providers`. */
  readonly rpcUrl: string;
  /** In the operator's order. */
  readonly providers: readonly ProviderAddresses[];
  /** The pause between two polls; null: that of all networks. */
  readonly pollSeconds: number | null;
  /** The most calls of each provider; null: as many as it answers. */
  readonly callsPerSecond: number | null;
  readonly callsPerDay: number | null;
  /** Where the signer sweeps to; null: nowhere. */
  readonly coldAddress: string | null;
}

const OF_EACH = ['RPC', 'CONFIRMATIONS', 'POLL_SECONDS', 'CALLS_PER_SECOND', 'CALLS_PER_DAY', 'COLD_ADDRESS'] as const;

/** The variables of all networks. */
export const NETWORK_VARIABLES: readonly string[] = NETWORK_IDS.flatMap((network) =>
  OF_EACH.map((name) => `${name}_${network.toUpperCase()}`),
);

const nodeAddress = z.url({ protocol: /^(?:https?|wss?)$/ });
const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(nodeAddress).min(1).max(20));
/** The families whose nodes announce blocks by WebSocket, and whether they answer calls there too. */
const BY_SOCKET: Readonly<Partial<Record<ChainFamily, 'all' | 'announcements'>>> = {
  evm: 'all',
  polkadot: 'all',
  solana: 'announcements',
};

const isSocket = (url: string): boolean => /^wss?:/i.test(url);

/**
 * The providers of a list: a WebSocket address right after another address of the same machine is where that provider announces
 * its blocks; a WebSocket address alone is a provider that is also asked there. Answers a message where the family's nodes
 * announce no blocks. Pure.
 */
function readProviders(urls: readonly string[], family: ChainFamily): ProviderAddresses[] | string {
  const answers = BY_SOCKET[family];
  const providers: ProviderAddresses[] = [];
  for (const url of urls) {
    const last = providers.at(-1);
    if (!isSocket(url)) providers.push({ url, headsUrl: null });
    else if (answers === undefined)
      return 'can have no ws:// or wss:// address: the nodes of this network announce no blocks.';
    else if (last?.headsUrl === null && new URL(last.url).hostname === new URL(url).hostname) {
      providers[providers.length - 1] = { ...last, headsUrl: url };
    } else if (answers === 'announcements') {
      return 'can have a ws:// or wss:// address only right after the https:// address of the same provider, which is asked.';
    } else providers.push({ url, headsUrl: url });
  }
  return providers;
}
const paces = {
  POLL_SECONDS: inDigits((number) => number.positive().max(600)),
  CALLS_PER_SECOND: inDigits((number) => number.positive().max(100_000)),
  CALLS_PER_DAY: inDigits((number) => number.int().positive().max(1_000_000_000)),
};

function readCold(network: NetworkId, text: string | undefined): { address: string | null } | { problem: string } {
  if (text === undefined) return { address: null };
  const { family, name } = NETWORKS[network];
  return checkAddress(family, text.trim(), name);
}

/** The networks that are watched, and a message for each error in one, or where there is none. Pure. */
export function readNetworks(given: Record<string, string | undefined>): {
  networks: Partial<Record<NetworkId, NetworkConfiguration>>;
  sentences: string[];
} {
  const networks: Partial<Record<NetworkId, NetworkConfiguration>> = {};
  const sentences: string[] = [];
  // Confirmations have no default: with too few on an unknown chain, money is paid out that a reorganisation takes
  // back.
  const named = NETWORK_IDS.filter((network) => given[`RPC_${network.toUpperCase()}`] !== undefined);
  if (named.length === 0) sentences.push('No network is watched: set RPC_ETHEREUM, or RPC_ with another network.');
  for (const network of named) {
    const suffix = network.toUpperCase();
    const urls = addresses.safeParse(given[`RPC_${suffix}`]);
    const pace = (name: keyof typeof paces): number | null => {
      const text = given[`${name}_${suffix}`];
      if (text === undefined) return null;
      const read = paces[name].safeParse(text);
      if (!read.success) sentences.push(`${name}_${suffix} must be a number above zero, and not too large.`);
      return read.data ?? null;
    };
    const policy = readConfirmationPolicy(given[`CONFIRMATIONS_${suffix}`] ?? '');
    if (!urls.success) {
      sentences.push(
        `RPC_${suffix} must be an address that starts with http://, https://, ws:// or wss://, or several with commas between.`,
      );
    }
    const providers = readProviders(urls.data ?? [], NETWORKS[network].family);
    if (typeof providers === 'string') sentences.push(`RPC_${suffix} ${providers}`);
    if (policy === null) {
      sentences.push(
        `CONFIRMATIONS_${suffix} must be a whole number above zero, or steps that rise, such as 1:50000,3:5000000,6 (1 block up to ₦50,000, 3 up to ₦5,000,000, 6 above), because RPC_${suffix} is set: it says when a deposit is final.`,
      );
    }
    const pollSeconds = pace('POLL_SECONDS');
    const callsPerSecond = pace('CALLS_PER_SECOND');
    const callsPerDay = pace('CALLS_PER_DAY');
    const cold = readCold(network, given[`COLD_ADDRESS_${suffix}`]);
    if ('problem' in cold) sentences.push(`COLD_ADDRESS_${suffix} can't be used. ${cold.problem}`);
    if ('problem' in cold || typeof providers === 'string' || providers[0] === undefined || policy === null) continue;
    const { address: coldAddress } = cold;
    networks[network] = {
      rpcUrl: providers[0].url,
      providers,
      coldAddress,
      pollSeconds,
      callsPerSecond,
      callsPerDay,
      ...policy,
    };
  }
  return { networks, sentences };
}
