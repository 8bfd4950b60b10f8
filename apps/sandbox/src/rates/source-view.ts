import type { Price } from './price-book.ts';

/** A source's own view: its prices now, and the time that it reports (milliseconds). */
export interface SourceView {
  price(asset: string): Price | undefined;
  /** The order book's two sides of a price text: bid and ask, crossed where set so. */
  book(price: string): { bid: string; ask: string };
  time(): number;
}
