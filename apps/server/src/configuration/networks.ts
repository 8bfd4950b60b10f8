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
  readonly rpcUrl: string;
}

/** The variables of all networks. */
export const NETWORK_VARIABLES: readonly string[] = NETWORK_IDS.flatMap((network) => [
  `RPC_${network.toUpperCase()}`,
  `CONFIRMATIONS_${network.toUpperCase()}`,
]);

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
    const rpcUrl = webAddress.safeParse(given[`RPC_${suffix}`]);
    const policy = readConfirmationPolicy(given[`CONFIRMATIONS_${suffix}`] ?? '');
    if (!rpcUrl.success) sentences.push(`RPC_${suffix} must be an address that starts with http:// or https://.`);
    if (policy === null) {
      sentences.push(
        `CONFIRMATIONS_${suffix} must be a whole number above zero, or steps that rise, such as 1:50000,3:5000000,6 (1 block up to ₦50,000, 3 up to ₦5,000,000, 6 above), because RPC_${suffix} is set: it says when a deposit is final.`,
      );
    }
    if (rpcUrl.success && policy !== null) networks[network] = { rpcUrl: rpcUrl.data, ...policy };
  }
  return { networks, sentences };
}
