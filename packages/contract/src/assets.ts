/**
 * Every network and asset that Kobogate knows: EVM networks come from their table (`evm-networks.ts`), the others are here.
 * Decimals are pinned per network and contract, never read from a node.
 */
import { type EvmNetworkId, evmRows } from './evm-networks.ts';

export type { EvmNetworkId } from './evm-networks.ts';

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
export type ChainFamily = 'bitcoin' | 'evm' | 'solana' | 'cardano' | 'polkadot' | 'tron';

export const EVM_NETWORK_IDS: readonly EvmNetworkId[] = evmRows().map(([id]) => id);
/** `mainnet` is Bitcoin's. Polkadot's coins are on its Asset Hub. */
export type NetworkId = 'mainnet' | EvmNetworkId | 'solana' | 'cardano' | 'polkadot' | 'tron';
export const NETWORK_IDS: readonly NetworkId[] = [
  'mainnet',
  ...EVM_NETWORK_IDS,
  'solana',
  'cardano',
  'polkadot',
  'tron',
];

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
  readonly chainId: number;
}

const evmNetworks = Object.fromEntries(
  evmRows().map(([id, { name, chainId, blockSeconds }]) => [id, { id, name, family: 'evm', chainId, blockSeconds }]),
) as Record<EvmNetworkId, EvmNetwork>;

export const NETWORKS: Readonly<Record<EvmNetworkId, EvmNetwork> & Record<NetworkId, Network>> = {
  ...evmNetworks,
  mainnet: { id: 'mainnet', name: 'Bitcoin mainnet', family: 'bitcoin', blockSeconds: 600 },
  solana: { id: 'solana', name: 'Solana', family: 'solana', blockSeconds: 1 },
  cardano: { id: 'cardano', name: 'Cardano', family: 'cardano', blockSeconds: 20 },
  polkadot: { id: 'polkadot', name: 'Polkadot', family: 'polkadot', blockSeconds: 6 },
  tron: { id: 'tron', name: 'TRON', family: 'tron', blockSeconds: 3 },
};

/** An asset on one network: the unit in which the ledger counts. `code` is `CURRENCY@network`. */
export interface NetworkAsset {
  readonly code: AssetCode;
  readonly currency: Currency;
  readonly network: NetworkId;
  readonly decimals: number;
  /** Token contract (checksummed address, base58 on TRON) or Solana mint, or null for the network's native coin. */
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

/** A currency on the EVM networks that offer it, in the order of their rows. */
const onEvm = (currency: Currency): NetworkAsset[] =>
  evmRows().flatMap(([id, { coin, tokens }]) => {
    if (coin.isOffered && coin.symbol === currency) return native(currency, id, 18);
    const found = currency === 'USDT' || currency === 'USDC' ? tokens[currency] : undefined;
    return found === undefined ? [] : token(currency, id, found.decimals, found.contract);
  });

/**
 * Every asset on offer. Solana's mints: as the sources of `EVM_ROWS`. TRON's dollar: tether.to, "Supported protocols"; its
 * decimals: the contract's own, on tronscan.org.
 */
export const ASSETS: readonly NetworkAsset[] = [
  native('BTC', 'mainnet', 8),
  ...(['ETH', 'BNB', 'USDT', 'USDC'] as const).flatMap(onEvm),
  native('SOL', 'solana', 9),
  token('USDT', 'solana', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  token('USDC', 'solana', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  token('USDT', 'tron', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
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
