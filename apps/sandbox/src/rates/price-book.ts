import { Refusal } from '../platform/refusal.ts';

/** Naira and dollars for one coin, as the decimal text that a source answers with. */
interface Price {
  readonly ngn: string;
  readonly usd: string;
}

/** Plausible figures to begin with; nobody should trade on them. */
const OPENING: Readonly<Record<string, Price>> = {
  BTC: { ngn: '147250000', usd: '95000' },
  ETH: { ngn: '5115000', usd: '3300' },
  USDT: { ngn: '1550.5', usd: '1.0003' },
  USDC: { ngn: '1549.8', usd: '0.9999' },
  BNB: { ngn: '1379500', usd: '890' },
  ADA: { ngn: '620.12', usd: '0.4001' },
  SOL: { ngn: '217000', usd: '140' },
  DOT: { ngn: '3487.5', usd: '2.25' },
};
/** Sources that this sandbox plays, each at a path of its own. */
const SOURCES = ['coinbase'] as const;
type Source = (typeof SOURCES)[number];

/** What each source says of each asset. */
export interface PriceBook {
  price(source: Source, asset: string): Price | undefined;
  /** Makes one source, or all, answer with this text for an asset, sensible or not. Throws a `Refusal` for an unknown one. */
  set(asset: string, ngn: string, source?: string): void;
  list(): { source: Source; asset: string; price: Price }[];
}

/** A fresh book with the opening figures at every source. */
export function createPriceBook(): PriceBook {
  const books = new Map(SOURCES.map((source) => [source, new Map(Object.entries(OPENING))]));
  return {
    price: (source, asset) => books.get(source)?.get(asset),
    set: (asset, ngn, wanted) => {
      const sources = SOURCES.filter((source) => wanted === undefined || source === wanted);
      if (sources.length === 0) throw new Refusal(`There is no source ${wanted}. Choose one of ${SOURCES.join(', ')}.`);
      const usd = OPENING[asset]?.usd;
      if (usd === undefined)
        throw new Refusal(`There is no asset ${asset}. Choose one of ${Object.keys(OPENING).join(', ')}.`);
      for (const source of sources) books.get(source)?.set(asset, { ngn, usd });
    },
    list: () =>
      SOURCES.flatMap((source) => [...(books.get(source) ?? [])].map(([asset, price]) => ({ source, asset, price }))),
  };
}
