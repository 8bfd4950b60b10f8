import { EVM_NETWORK_IDS, type EvmNetworkId, isNetwork, NETWORKS } from './assets.ts';
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

/** The coin that pays fees, and a public node, as the network's makers publish them (https://chainid.network). */
const FACTS: Readonly<Record<EvmNetworkId, { readonly coin: readonly [symbol: string, name: string]; rpc: string }>> = {
  ethereum: { coin: ['ETH', 'Ether'], rpc: 'https://ethereum-rpc.publicnode.com' },
  bsc: { coin: ['BNB', 'BNB'], rpc: 'https://bsc-dataseed.bnbchain.org' },
  polygon: { coin: ['POL', 'POL'], rpc: 'https://polygon-bor-rpc.publicnode.com' },
  arbitrum: { coin: ['ETH', 'Ether'], rpc: 'https://arb1.arbitrum.io/rpc' },
  optimism: { coin: ['ETH', 'Ether'], rpc: 'https://mainnet.optimism.io' },
  avalanche: { coin: ['AVAX', 'Avalanche'], rpc: 'https://api.avax.network/ext/bc/C/rpc' },
};

/** The facts of an EVM network for a wallet; undefined for a network of another family. Pure. */
export function findWalletNetwork(id: string): WalletNetwork | undefined {
  const found = EVM_NETWORK_IDS.find((network) => network === id);
  if (found === undefined) return undefined;
  const { chainId, name } = NETWORKS[found];
  const [symbol, coinName] = FACTS[found].coin;
  return {
    chainId: `0x${chainId.toString(16)}`,
    chainName: name,
    nativeCurrency: { name: coinName, symbol, decimals: 18 },
    rpcUrls: [FACTS[found].rpc],
    blockExplorerUrls: [explorerOrigin(found)],
  };
}

/**
 * Whether a payer's wallet can be connected for a network; else the payer uses a link, a QR code or the address. Pure.
 */
export const connectsWallets = (network: string): boolean =>
  isNetwork(network) && ['evm', 'solana'].includes(NETWORKS[network].family);
