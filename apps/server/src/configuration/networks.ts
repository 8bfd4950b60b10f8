import { NETWORK_IDS, type NetworkId } from '@kobogate/contract';
import { z } from 'zod';
import { type ConfirmationPolicy, readConfirmationPolicy } from '../platform/confirmation-steps.ts';

/** An address of the web, as a text. */
export const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

/** How a network is reached, and after how many confirmations a deposit on it is final. */
export interface NetworkConfiguration extends ConfirmationPolicy {
  /** The first of `rpcUrls`. */
  readonly rpcUrl: string;
  /** Its providers, in the operator's order. */
  readonly rpcUrls: readonly string[];
  /** The pause between two polls; null: that of all networks. */
  readonly pollSeconds: number | null;
  /** The most calls of each provider; null: as many as it answers. */
  readonly callsPerSecond: number | null;
  readonly callsPerDay: number | null;
}

const OF_EACH = ['RPC', 'CONFIRMATIONS', 'POLL_SECONDS', 'CALLS_PER_SECOND', 'CALLS_PER_DAY'] as const;

/** The variables of all networks. */
export const NETWORK_VARIABLES: readonly string[] = NETWORK_IDS.flatMap((network) =>
  OF_EACH.map((name) => `${name}_${network.toUpperCase()}`),
);

const addresses = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .pipe(z.array(webAddress).min(1).max(10));
const above = z.coerce.number().positive();
const paces = {
  POLL_SECONDS: above.max(600),
  CALLS_PER_SECOND: above.max(100_000),
  CALLS_PER_DAY: z.coerce.number().int().positive().max(1_000_000_000),
};

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
        `RPC_${suffix} must be an address that starts with http:// or https://, or several with commas between.`,
      );
    }
    if (policy === null) {
      sentences.push(
        `CONFIRMATIONS_${suffix} must be a whole number above zero, or steps that rise, such as 1:50000,3:5000000,6 (1 block up to ₦50,000, 3 up to ₦5,000,000, 6 above), because RPC_${suffix} is set: it says when a deposit is final.`,
      );
    }
    const pollSeconds = pace('POLL_SECONDS');
    const callsPerSecond = pace('CALLS_PER_SECOND');
    const callsPerDay = pace('CALLS_PER_DAY');
    const [rpcUrl] = urls.data ?? [];
    if (rpcUrl === undefined || urls.data === undefined || policy === null) continue;
    networks[network] = { rpcUrl, rpcUrls: urls.data, pollSeconds, callsPerSecond, callsPerDay, ...policy };
  }
  return { networks, sentences };
}
