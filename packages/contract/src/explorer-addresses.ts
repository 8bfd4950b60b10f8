// What only the team follows: apart from the pages of transactions, which each customer's page loads.
import { isNetwork, type NetworkId } from './assets.ts';
import { explorerOrigin } from './explorers.ts';

const ADDRESS_PATHS: Readonly<Partial<Record<NetworkId, string>>> = {
  solana: '/account/',
  polkadot: '/account/',
  tron: '/#/address/',
};

/** The public page of an address; null for a network or an address that can't have one. */
export function explorerAddressUrl(network: string, address: string): string | null {
  if (!isNetwork(network) || !/^\w{3,128}$/.test(address)) return null;
  return `${explorerOrigin(network)}${ADDRESS_PATHS[network] ?? '/address/'}${address}`;
}
