import { readFields, readList } from '../fields.ts';
import type { Api } from './api.ts';
import { readWhole } from './fields.ts';

/** The API's longest page. */
const PAGE = 100;
/** Of an address with more transactions than are on these the newest are read. */
const MOST_PAGES = 10;

/** The heights above `from` in which an address had transactions, by the API's index. Throws `NodeFault`. */
export async function readPaidHeights(api: Api, address: string, from: bigint): Promise<bigint[]> {
  const heights: bigint[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    // Not found: it never had one.
    const answer = await api(`/addresses/${address}/transactions?order=desc&count=${PAGE}&page=${page}`);
    const entries = answer === null ? [] : readList(answer, 'list of transactions');
    const found = entries.map((entry) => readWhole(readFields(entry, 'transaction')['block_height'], 'height'));
    heights.push(...found.filter((height) => height > from));
    if (entries.length < PAGE || found.some((height) => height <= from)) break;
  }
  return heights;
}
