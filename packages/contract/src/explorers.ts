import { isNetwork, type NetworkId } from './assets.ts';
import { type EvmNetworkId, evmRows } from './evm-networks.ts';

/** Each network's customary public explorer for transactions; the id goes at the end. */
const TRANSACTION_PAGES: Readonly<Record<NetworkId, string>> = {
  mainnet: 'https://mempool.space/tx/',
  ...(Object.fromEntries(evmRows().map(([id, { explorer }]) => [id, explorer])) as Record<EvmNetworkId, string>),
  solana: 'https://solscan.io/tx/',
  cardano: 'https://cardanoscan.io/transaction/',
  tron: 'https://tronscan.org/#/transaction/',
  polkadot: 'https://assethub-polkadot.subscan.io/extrinsic/',
};

/** The public page of a transaction; null for a network or an id that can't have one. */
export function explorerUrl(network: string, transaction: string): string | null {
  // Hexadecimal, base58, or a block and an index with a dash between: no network has ids of another form.
  if (!isNetwork(network) || !/^[\w-]{3,128}$/.test(transaction)) return null;
  return TRANSACTION_PAGES[network] + transaction;
}

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

/** The start page of a network's public explorer. Pure. */
export const explorerOrigin = (network: NetworkId): string => TRANSACTION_PAGES[network].split('/', 3).join('/');
