/** A token's contract, checksummed, and its decimals, pinned: never read from a node. */
interface EvmToken {
  readonly decimals: number;
  readonly contract: string;
}

/** A token that the product does not offer, and that customers send. */
interface EvmStray extends EvmToken {
  /** The dollar on offer there that it can be credited as, unit for unit. */
  readonly as?: 'USDT' | 'USDC';
  /** Whether it is credited so at once: another contract of the same issuer's same dollar. */
  readonly isTwin?: true;
}

/** All that the product knows of an EVM network. */
export interface EvmRow {
  readonly name: string;
  /** EIP-155 chain id, compared with the node's own answer before any other answer is believed. */
  readonly chainId: number;
  /** Seconds between blocks, for the estimate shown to users; never for a decision about money. */
  readonly blockSeconds: number;
  /** The coin that pays fees, of 18 decimals; one that is not on offer is kept for its sender. */
  readonly coin: { readonly symbol: string; readonly name: string; readonly isOffered: boolean };
  /** The dollars on offer. */
  readonly tokens: Readonly<Partial<Record<'USDT' | 'USDC', EvmToken>>>;
  readonly strays: Readonly<Record<string, EvmStray>>;
  /** The explorer's page of a transaction; its id goes at the end. */
  readonly explorer: string;
  /** A public node, which only a payer's own wallet calls. */
  readonly publicNode: string;
  /** The most that the key tool lets one transaction cost, in thousandths of the coin. */
  readonly mostFee: bigint;
  /** What a refund costs its owner, in whole coins: of the network's coin, and of a token. */
  readonly refundFee: { readonly coin: string; readonly token: string };
  /** Kept at an address, in wei, where the network also charges for what it writes to Ethereum. */
  readonly reserve?: bigint;
}

/**
 * Every EVM network, one row each: adding one is a row here, and its variables in docs/variables.md.
 *
 * Sources. Chain ids, coins and public nodes: https://chainid.network. BNB Smart Chain's blocks are 0.45 seconds apart
 * since the Fermi upgrade of January 2026 (BEP-619, docs.bnbchain.org), Arbitrum One's 0.25 (docs.arbitrum.io, "Block
 * numbers and time"). Tokens as their issuers publish them: Circle,
 * "USDC contract addresses" and "Bridged USDC" (developers.circle.com/stablecoins); Tether, "Supported protocols"
 * (tether.to/en/supported-protocols); for BNB Smart Chain the Binance-Peg tokens as listed on bscscan.com; for Polygon and
 * Arbitrum USD₮0, which the formerly bridged contracts became where they are, and for OP Mainnet the older bridged token
 * beside USD₮0, which exchanges pay there (docs.usdt0.to, "Deployments"); Avalanche's bridged Tether (snowtrace.io); DAI
 * (makerdao, chainlog); Base's bridged dollar (docs.base.org).
 */
export const EVM_ROWS = {
  ethereum: {
    name: 'Ethereum',
    chainId: 1,
    blockSeconds: 12,
    coin: { symbol: 'ETH', name: 'Ether', isOffered: true },
    tokens: {
      USDT: { decimals: 6, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' },
      USDC: { decimals: 6, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    },
    strays: { DAI: { decimals: 18, contract: '0x6B175474E89094C44Da98b954EedeAC495271d0F' } },
    explorer: 'https://etherscan.io/tx/',
    publicNode: 'https://ethereum-rpc.publicnode.com',
    mostFee: 20n,
    refundFee: { coin: '0.0005', token: '2' },
  },
  bsc: {
    name: 'BNB Smart Chain',
    chainId: 56,
    blockSeconds: 0.45,
    coin: { symbol: 'BNB', name: 'BNB', isOffered: true },
    tokens: {
      USDT: { decimals: 18, contract: '0x55d398326f99059fF775485246999027B3197955' },
      USDC: { decimals: 18, contract: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d' },
    },
    strays: {},
    explorer: 'https://bscscan.com/tx/',
    publicNode: 'https://bsc-dataseed.bnbchain.org',
    mostFee: 10n,
    refundFee: { coin: '0.0005', token: '0.3' },
  },
  polygon: {
    name: 'Polygon',
    chainId: 137,
    blockSeconds: 2,
    coin: { symbol: 'POL', name: 'POL', isOffered: false },
    tokens: {
      USDT: { decimals: 6, contract: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F' },
      USDC: { decimals: 6, contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
    },
    strays: { 'USDC.e': { decimals: 6, contract: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', as: 'USDC' } },
    explorer: 'https://polygonscan.com/tx/',
    publicNode: 'https://polygon-bor-rpc.publicnode.com',
    mostFee: 2_000n,
    refundFee: { coin: '0.1', token: '0.1' },
  },
  arbitrum: {
    name: 'Arbitrum One',
    chainId: 42161,
    blockSeconds: 0.25,
    coin: { symbol: 'ETH', name: 'Ether', isOffered: true },
    tokens: {
      USDT: { decimals: 6, contract: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9' },
      USDC: { decimals: 6, contract: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
    },
    strays: { 'USDC.e': { decimals: 6, contract: '0xFF970A61A04b1cA14834A43f5dE4533eBDDB5CC8', as: 'USDC' } },
    explorer: 'https://arbiscan.io/tx/',
    publicNode: 'https://arb1.arbitrum.io/rpc',
    mostFee: 5n,
    refundFee: { coin: '0.00005', token: '0.2' },
  },
  optimism: {
    name: 'OP Mainnet',
    chainId: 10,
    blockSeconds: 2,
    coin: { symbol: 'ETH', name: 'Ether', isOffered: true },
    tokens: {
      USDT: { decimals: 6, contract: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58' },
      USDC: { decimals: 6, contract: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
    },
    strays: {
      'USDC.e': { decimals: 6, contract: '0x7F5c764cBc14f9669B88837ca1490cCa17c31607', as: 'USDC' },
      USDT0: { decimals: 6, contract: '0x01bFF41798a0BcF287b996046Ca68b395DbC1071', as: 'USDT', isTwin: true },
    },
    explorer: 'https://optimistic.etherscan.io/tx/',
    publicNode: 'https://mainnet.optimism.io',
    mostFee: 5n,
    refundFee: { coin: '0.00005', token: '0.2' },
    reserve: 2n * 10n ** 13n,
  },
  avalanche: {
    name: 'Avalanche C-Chain',
    chainId: 43114,
    blockSeconds: 1,
    coin: { symbol: 'AVAX', name: 'Avalanche', isOffered: false },
    tokens: {
      USDT: { decimals: 6, contract: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7' },
      USDC: { decimals: 6, contract: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E' },
    },
    strays: {
      'USDC.e': { decimals: 6, contract: '0xA7D7079b0FEaD91F3e65f86E8915Cb59c1a4C664', as: 'USDC' },
      'USDT.e': { decimals: 6, contract: '0xc7198437980c041c805A1EDcbA50c1Ce5db95118', as: 'USDT' },
    },
    explorer: 'https://snowtrace.io/tx/',
    publicNode: 'https://api.avax.network/ext/bc/C/rpc',
    mostFee: 200n,
    refundFee: { coin: '0.005', token: '0.2' },
  },
  base: {
    name: 'Base',
    chainId: 8453,
    blockSeconds: 2,
    coin: { symbol: 'ETH', name: 'Ether', isOffered: true },
    tokens: { USDC: { decimals: 6, contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } },
    strays: { USDbC: { decimals: 6, contract: '0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA', as: 'USDC' } },
    explorer: 'https://basescan.org/tx/',
    publicNode: 'https://mainnet.base.org',
    mostFee: 5n,
    refundFee: { coin: '0.00005', token: '0.2' },
    reserve: 2n * 10n ** 13n,
  },
} as const satisfies Readonly<Record<string, EvmRow>>;

type Rows = typeof EVM_ROWS;
export type EvmNetworkId = keyof Rows;
/** The tokens of all rows that are not on offer, and the coins that may be so. */
export type EvmStrayCurrency = {
  [Id in EvmNetworkId]: keyof Rows[Id]['strays'] | Rows[Id]['coin']['symbol'];
}[EvmNetworkId];

/** The networks' rows, in their order. */
export const evmRows = (): (readonly [EvmNetworkId, EvmRow])[] =>
  Object.entries(EVM_ROWS as Readonly<Record<EvmNetworkId, EvmRow>>).map(([id, row]) => [id as EvmNetworkId, row]);
