import type { Currency, NetworkId } from '@kobogate/contract';

/** One part of a mark: a path that is filled, or drawn as a round line of that width. */
interface MarkPart {
  readonly d: string;
  readonly line?: number;
}

/** A drawing on a box of 32 by 32: `ink` on a disc of `ground`. The two contrast by at least 3 to 1, in both themes. */
export interface MarkDrawing {
  readonly ground: string;
  readonly ink: string;
  readonly parts: readonly MarkPart[];
}

const WHITE = '#fff';

const BTC: MarkDrawing = {
  ground: '#d9700c',
  ink: WHITE,
  parts: [
    {
      d: 'M10 7.5h8a4.2 4.2 0 0 1 2.7 7.5 4.8 4.8 0 0 1-2.2 9.5H10zm3.3 2.9v4.1h4.2a2 2 0 0 0 0-4.1zm0 6.8v4.4h4.9a2.2 2.2 0 0 0 0-4.4zM12.4 4.5h2.2v3h-2.2zM16.6 4.5h2.2v3h-2.2zM12.4 24.5h2.2v3h-2.2zM16.6 24.5h2.2v3h-2.2z',
    },
  ],
};

const ETH: MarkDrawing = {
  ground: '#5b74e0',
  ink: WHITE,
  parts: [{ d: 'M16 3.5 8.2 16.6 16 21.2l7.8-4.6zM8.2 18.7 16 28.5l7.8-9.8L16 23.2z' }],
};

const USDT: MarkDrawing = {
  ground: '#14886a',
  ink: WHITE,
  parts: [
    {
      d: 'M7.5 6.5h17v4.2h-6.3v3c4.3.3 7.3 1.5 7.3 2.9s-3 2.6-7.3 2.9V26h-4.4v-6.5c-4.3-.3-7.3-1.5-7.3-2.9s3-2.6 7.3-2.9v-3H7.5zm6.3 9c-3 .2-5 .7-5 1.1s2 .9 5 1.1zm4.4 2.2c3-.2 5-.7 5-1.1s-2-.9-5-1.1z',
    },
  ],
};

const USDC: MarkDrawing = {
  ground: '#2775ca',
  ink: WHITE,
  parts: [
    { d: 'M12 6.4a10.4 10.4 0 0 0 0 19.2M20 6.4a10.4 10.4 0 0 1 0 19.2', line: 2.2 },
    {
      d: 'M19.6 13c0-1.7-1.5-2.8-3.6-2.8s-3.6 1.1-3.6 2.8c0 3.9 7.2 2.1 7.2 6 0 1.7-1.5 2.8-3.6 2.8s-3.6-1.1-3.6-2.8M16 7.6v2.6M16 21.8v2.6',
      line: 2.3,
    },
  ],
};

const BNB: MarkDrawing = {
  ground: '#f0b90b',
  ink: '#33270a',
  parts: [
    {
      d: 'M16 12.6l3.4 3.4-3.4 3.4-3.4-3.4zM7.6 12.9l3.1 3.1-3.1 3.1L4.5 16zM24.4 12.9l3.1 3.1-3.1 3.1-3.1-3.1zM16 5l6.9 6.9-2.7 2.7-4.2-4.2-4.2 4.2-2.7-2.7zM16 27l6.9-6.9-2.7-2.7-4.2 4.2-4.2-4.2-2.7 2.7z',
    },
  ],
};

const ADA: MarkDrawing = {
  ground: '#1a47c9',
  ink: WHITE,
  parts: [
    { d: 'M18.9 11h0M21.8 16h0M18.9 21h0M13.1 21h0M10.2 16h0M13.1 11h0', line: 4.2 },
    { d: 'M16 5.6h0M25 10.8h0M25 21.2h0M16 26.4h0M7 21.2h0M7 10.8h0', line: 2.8 },
  ],
};

const SOL: MarkDrawing = {
  ground: '#3a2570',
  ink: '#2ee6a0',
  parts: [{ d: 'M11 8h14l-4 4H7zM7 14h14l4 4H11zM11 20h14l-4 4H7z' }],
};

const DOT: MarkDrawing = {
  ground: '#e6007a',
  ink: WHITE,
  parts: [
    {
      d: 'M14.4 7h3.2M14.4 25h3.2M7.4 12.9l1.6-2.8M24.6 12.9l-1.6-2.8M7.4 19.1l1.6 2.8M24.6 19.1l-1.6 2.8',
      line: 4.4,
    },
  ],
};

const TRX: MarkDrawing = {
  ground: '#c3102f',
  ink: WHITE,
  parts: [{ d: 'M7 7.5l13.6 2.6 4.9 4.6L14.9 26zl8.6 9.2-.7 9.3M15.6 16.7l9.9-2M15.6 16.7l5-6.6', line: 2 }],
};

const POLYGON: MarkDrawing = {
  ground: '#7b3fe4',
  ink: WHITE,
  parts: [
    {
      d: 'M11.2 13.6l4.2 2.4v4.8l-4.2 2.4L7 20.8V16zM20.8 8.8l4.2 2.4V16l-4.2 2.4-4.2-2.4v-4.8z',
      line: 2.3,
    },
  ],
};

const ARBITRUM: MarkDrawing = {
  ground: '#38496a',
  ink: '#9fdcff',
  parts: [{ d: 'M8.6 23.2 14.9 9h2.2l6.3 14.2M17.6 15l-3.6 8.2', line: 2.7 }],
};

const OPTIMISM: MarkDrawing = {
  ground: '#f0142f',
  ink: WHITE,
  parts: [{ d: 'M10.8 11.8a3.6 4.2 0 1 0 .1 0M19 20.4v-8.6h2.6a2.8 2.8 0 0 1 0 5.6H19', line: 2.6 }],
};

const AVALANCHE: MarkDrawing = {
  ground: '#e03a3c',
  ink: WHITE,
  parts: [{ d: 'M16.2 6 6 24.2h6.2l7.3-12.6zM21.4 16.4l-4.5 7.8h8.9z' }],
};

const BASE: MarkDrawing = {
  ground: '#0b53f4',
  ink: WHITE,
  parts: [{ d: 'M16 6.5a9.5 9.5 0 1 1-9.4 11H19v-3H6.6a9.5 9.5 0 0 1 9.4-8z' }],
};

/** Every coin's mark, drawn here: a coin of the contract without one does not compile. */
export const COIN_MARKS = { BTC, ETH, USDT, USDC, BNB, ADA, SOL, DOT, TRX } satisfies Readonly<
  Record<Currency | 'TRX', MarkDrawing>
>;

/** Every network's mark, which is its own coin's where it has one of the same name. One without a mark does not compile. */
export const NETWORK_MARKS = {
  mainnet: BTC,
  ethereum: ETH,
  bsc: BNB,
  polygon: POLYGON,
  arbitrum: ARBITRUM,
  optimism: OPTIMISM,
  avalanche: AVALANCHE,
  base: BASE,
  solana: SOL,
  cardano: ADA,
  polkadot: DOT,
  tron: TRX,
} satisfies Readonly<Record<NetworkId | 'tron', MarkDrawing>>;

/** Coins that customers send and the product does not offer. */
const STRAY_MARKS: Readonly<Record<string, MarkDrawing>> = {
  POL: POLYGON,
  AVAX: AVALANCHE,
  'USDC.e': USDC,
  USDbC: USDC,
  'USDT.e': USDT,
  USDT0: USDT,
};

const COINS: Readonly<Record<string, MarkDrawing>> = { ...STRAY_MARKS, ...COIN_MARKS };
const NETWORKS: Readonly<Record<string, MarkDrawing>> = NETWORK_MARKS;

/** The mark of a coin by its code; undefined for one that has none. */
export const coinMark = (currency: string): MarkDrawing | undefined =>
  Object.hasOwn(COINS, currency) ? COINS[currency] : undefined;

/** The mark of a network by its id; undefined for one that has none. */
export const networkMark = (network: string): MarkDrawing | undefined =>
  Object.hasOwn(NETWORKS, network) ? NETWORKS[network] : undefined;
