import type { TakePlace } from '../places.ts';
import { type Cell, writeCsv, writeCsvRows } from './csv.ts';

/** A CSV file that is read a page of rows at a time. */
export interface PagedFile {
  /** Who takes the file, by which places are counted. */
  readonly holder: string;
  readonly headings: readonly Cell[];
  /** Begins to read it; what it throws is answered as such. */
  readonly open: () => Promise<AsyncIterable<readonly (readonly Cell[])[]>>;
  /** After how long a reader who is slower loses its place, and gets no more. */
  readonly longestMs: number;
}

/**
 * A file in pieces, held in memory only while they are sent: the next page is read when the one before was taken. Its place is
 * given back at the end, and where the reader leaves. Throws as `takePlace` and `open` before the first piece.
 */
export async function* writeCsvPieces(
  takePlace: TakePlace,
  { holder, headings, open, longestMs }: PagedFile,
): AsyncGenerator<string> {
  const giveBack = takePlace(holder);
  const startedAt = performance.now();
  try {
    const pages = await open();
    yield writeCsv([headings]);
    for await (const rows of pages) {
      if (performance.now() - startedAt > longestMs) throw new Error('a file was taken too slowly');
      if (rows.length > 0) yield writeCsvRows(rows);
    }
  } finally {
    giveBack();
  }
}
