/**
 * Every network and asset that Kobogate knows, in one table: adding a network is one entry here and one in the
 * operator's configuration. Decimals are pinned per network and contract, never read from a node.
 */

export const CURRENCIES = ['BTC', 'ETH', 'USDT', 'USDC', 'BNB', 'ADA', 'SOL', 'DOT'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  USDT: 'Tether USD',
  USDC: 'USD Coin',
  BNB: 'BNB',
  ADA: 'Cardano',
  SOL: 'Solana',
  DOT: 'Polkadot',
};

/** Chains that work alike: addresses are made and blocks are read in the same way. */
export type ChainFamily = 'bitcoin' | 'evm' | 'solana' | 'cardano' | 'polkadot';

export const EVM_NETWORK_IDS = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'optimism', 'avalanche'] as const;
export type EvmNetworkId = (typeof EVM_NETWORK_IDS)[number];
/** `mainnet` is Bitcoin's. Polkadot's coins are on its Asset Hub. */
export const NETWORK_IDS = ['mainnet', ...EVM_NETWORK_IDS, 'solana', 'cardano', 'polkadot'] as const;
export type NetworkId = (typeof NETWORK_IDS)[number];

export interface Network {
  readonly id: NetworkId;
  readonly name: string;
  readonly family: ChainFamily;
  /** Seconds between blocks, for the estimate shown to users; never for a decision about money. */
  readonly blockSeconds: number;
}

export interface EvmNetwork extends Network {
  readonly id: EvmNetworkId;
  readonly family: 'evm';
  /** EIP-155 chain id, compared with the node's own answer before any other answer is believed. */
  readonly chainId: number;
}

/**
 * Chain ids: https://chainid.network (EIP-155 registry). BNB Smart Chain's blocks are 0.45 seconds apart since the Fermi
 * upgrade of January 2026 (BEP-619, docs.bnbchain.org).
 */
export const NETWORKS: Readonly<Record<EvmNetworkId, EvmNetwork> & Record<NetworkId, Network>> = {
  mainnet: { id: 'mainnet', name: 'Bitcoin mainnet', family: 'bitcoin', blockSeconds: 600 },
  ethereum: { id: 'ethereum', name: 'Ethereum', family: 'evm', chainId: 1, blockSeconds: 12 },
  bsc: { id: 'bsc', name: 'BNB Smart Chain', family: 'evm', chainId: 56, blockSeconds: 0.45 },
  polygon: { id: 'polygon', name: 'Polygon', family: 'evm', chainId: 137, blockSeconds: 2 },
  arbitrum: { id: 'arbitrum', name: 'Arbitrum One', family: 'evm', chainId: 42161, blockSeconds: 1 },
  optimism: { id: 'optimism', name: 'OP Mainnet', family: 'evm', chainId: 10, blockSeconds: 2 },
  avalanche: { id: 'avalanche', name: 'Avalanche C-Chain', family: 'evm', chainId: 43114, blockSeconds: 1 },
  solana: { id: 'solana', name: 'Solana', family: 'solana', blockSeconds: 1 },
  cardano: { id: 'cardano', name: 'Cardano', family: 'cardano', blockSeconds: 20 },
  polkadot: { id: 'polkadot', name: 'Polkadot', family: 'polkadot', blockSeconds: 6 },
};

/** An asset on one network: the unit in which the ledger counts. `code` is `CURRENCY@network`. */
export interface NetworkAsset {
  readonly code: AssetCode;
  readonly currency: Currency;
  readonly network: NetworkId;
  readonly decimals: number;
  /** Token contract (checksummed address) or Solana mint, or null for the network's native coin. */
  readonly contract: string | null;
}
export type AssetCode = `${Currency}@${NetworkId}`;

const native = (currency: Currency, network: NetworkId, decimals: number): NetworkAsset => ({
  code: `${currency}@${network}`,
  currency,
  network,
  decimals,
  contract: null,
});
const token = (currency: Currency, network: NetworkId, decimals: number, contract: string): NetworkAsset => ({
  code: `${currency}@${network}`,
  currency,
  network,
  decimals,
  contract,
});

/**
 * Token contracts and decimals, as their issuers publish them: Circle, "USDC contract addresses"
 * (developers.circle.com/stablecoins); Tether, "Supported protocols" (tether.to/en/supported-protocols); for BNB Smart
 * Chain the Binance-Peg tokens as listed on bscscan.com; for Polygon and Arbitrum USD₮0, which the formerly bridged
 * contracts became where they are (docs.usdt0.to, "Deployments"); for OP Mainnet the bridged USDT as its explorer lists
 * it, whose twin USD₮0 is in `STRAY_ASSETS`. USDC.e is another token and is not here.
 */
export const ASSETS: readonly NetworkAsset[] = [
  native('BTC', 'mainnet', 8),
  native('ETH', 'ethereum', 18),
  native('ETH', 'arbitrum', 18),
  native('ETH', 'optimism', 18),
  native('BNB', 'bsc', 18),
  token('USDT', 'ethereum', 6, '0xdAC17F958D2ee523a2206206994597C13D831ec7'),
  token('USDT', 'bsc', 18, '0x55d398326f99059fF775485246999027B3197955'),
  token('USDT', 'polygon', 6, '0xc2132D05D31c914a87C6611C10748AEb04B58e8F'),
  token('USDT', 'arbitrum', 6, '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9'),
  token('USDT', 'optimism', 6, '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58'),
  token('USDT', 'avalanche', 6, '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'),
  token('USDC', 'ethereum', 6, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
  token('USDC', 'bsc', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
  token('USDC', 'polygon', 6, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
  token('USDC', 'arbitrum', 6, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
  token('USDC', 'optimism', 6, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
  token('USDC', 'avalanche', 6, '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'),
  native('SOL', 'solana', 9),
  token('USDT', 'solana', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  token('USDC', 'solana', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  native('ADA', 'cardano', 6),
  native('DOT', 'polkadot', 10),
];

const byPair = new Map(ASSETS.map((asset) => [`${asset.currency}@${asset.network}`, asset]));

/** The asset of a currency on a network, or undefined where the pair does not exist. Exact, case-sensitive. */
export function findAsset(currency: string, network: string): NetworkAsset | undefined {
  return byPair.get(`${currency}@${network}`);
}

/** The asset behind a ledger code such as `USDT@bsc`, or undefined. */
export function findAssetByCode(code: string): NetworkAsset | undefined {
  return byPair.get(code);
}

/** Narrows a text to a currency that the product knows. */
export function isCurrency(text: string): text is Currency {
  return (CURRENCIES as readonly string[]).includes(text);
}

/** Narrows a text to a network that the product knows. */
export function isNetwork(text: string): text is NetworkId {
  return (NETWORK_IDS as readonly string[]).includes(text);
}
