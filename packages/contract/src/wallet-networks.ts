import { isNetwork, NETWORKS } from './assets.ts';
import { evmRows } from './evm-networks.ts';
import { explorerOrigin } from './explorers.ts';

/** What a payer's wallet needs to add an unknown network, as `wallet_addEthereumChain` takes it (EIP-3085). */
export interface WalletNetwork {
  /** EIP-155 chain id in hexadecimal. */
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: 18 };
  /** Called by the wallet only, never by our pages. */
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
}

/** The facts of an EVM network for a wallet; undefined for a network of another family. Pure. */
export function findWalletNetwork(id: string): WalletNetwork | undefined {
  const found = evmRows().find(([network]) => network === id);
  if (found === undefined) return undefined;
  const [network, { chainId, name, coin, publicNode }] = found;
  return {
    chainId: `0x${chainId.toString(16)}`,
    chainName: name,
    nativeCurrency: { name: coin.name, symbol: coin.symbol, decimals: 18 },
    rpcUrls: [publicNode],
    blockExplorerUrls: [explorerOrigin(network)],
  };
}

/**
 * Whether a payer's wallet can be connected for a network; else the payer uses a link, a QR code or the address. Pure.
 */
export const connectsWallets = (network: string): boolean =>
  isNetwork(network) && ['evm', 'solana', 'tron'].includes(NETWORKS[network].family);
