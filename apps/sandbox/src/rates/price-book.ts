import { Refusal } from '../platform/refusal.ts';

/** Naira and dollars for one coin, as the decimal text that a source answers with. */
export interface Price {
  readonly ngn: string;
  readonly usd: string;
}

/** Plausible opening figures; not for trading. */
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
export const SOURCES = ['coinbase', 'luno', 'quidax', 'coingecko', 'kraken'] as const;
export type Source = (typeof SOURCES)[number];

/**
 * The behaviour of a source until it is changed: `live`; `down` answers 503; `html` a page; `hang` never; `stale` and
 * `future` report a time an hour off, where the source has one; `crossed` bids above its ask, where it has a book.
 */
export const SOURCE_MODES = ['live', 'down', 'html', 'hang', 'stale', 'future', 'crossed'] as const;
export type SourceMode = (typeof SOURCE_MODES)[number];

/** The prices of each source for each asset, and its behaviour. */
export interface PriceBook {
  price(source: Source, asset: string): Price | undefined;
  mode(source: Source): SourceMode;
  /** Throws a `Refusal` for an unknown source. */
  behave(source: string, mode: SourceMode): void;
  /**
   * Makes one source, or all, answer with these texts for an asset, valid or not. Throws a `Refusal` for an unknown
   * one.
   */
  set(asset: string, price: Partial<Price>, source?: string): void;
  list(): { source: Source; asset: string; price: Price; mode: SourceMode }[];
}

/** A fresh book with the opening figures at every source. */
export function createPriceBook(): PriceBook {
  const books = new Map(SOURCES.map((source) => [source, new Map(Object.entries(OPENING))]));
  const modes = new Map<Source, SourceMode>();
  const sourcesNamed = (wanted: string | undefined): Source[] => {
    const sources = SOURCES.filter((source) => wanted === undefined || source === wanted);
    if (sources.length === 0) throw new Refusal(`There is no source ${wanted}. Choose one of ${SOURCES.join(', ')}.`);
    return sources;
  };
  const mode = (source: Source): SourceMode => modes.get(source) ?? 'live';
  return {
    price: (source, asset) => books.get(source)?.get(asset),
    mode,
    behave: (wanted, next) => {
      for (const source of sourcesNamed(wanted)) modes.set(source, next);
    },
    set: (asset, price, wanted) => {
      const sources = sourcesNamed(wanted);
      const opening = OPENING[asset];
      if (opening === undefined)
        throw new Refusal(`There is no asset ${asset}. Choose one of ${Object.keys(OPENING).join(', ')}.`);
      for (const source of sources) {
        const book = books.get(source);
        book?.set(asset, { ...(book.get(asset) ?? opening), ...price });
      }
    },
    list: () =>
      SOURCES.flatMap((source) =>
        [...(books.get(source) ?? [])].map(([asset, price]) => ({ source, asset, price, mode: mode(source) })),
      ),
  };
}
