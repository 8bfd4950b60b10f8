import type { Price } from './price-book.ts';

/** What a source's own routes see: its prices now, and the time that it tells (milliseconds). */
export interface SourceView {
  price(asset: string): Price | undefined;
  /** The order book's two sides of a price text: bid and ask, crossed where it is told to be. */
  book(price: string): { bid: string; ask: string };
  time(): number;
}
