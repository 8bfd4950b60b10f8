import { endpoints, type LinkState, type LinkTotals } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { usePages } from '../../lib/use-pages.ts';

const { list } = endpoints.paymentLinks;

/** The filters of the list of links. */
export interface LinkFilter {
  readonly search: string;
  readonly state: LinkState | null;
}

/** The matching links, newest first, a page at a time, and the totals over all. */
export function useLinks({ search, state }: LinkFilter) {
  const asked = { ...(search === '' ? {} : { search }), ...(state === null ? {} : { state }) };
  const { pages, rows } = usePages(
    [list.path, asked],
    (page, signal) => callOrThrow(list, { query: { ...asked, ...page }, signal }),
    { isKept: true },
  );
  const totals: LinkTotals | undefined = pages.data?.pages[0]?.totals;
  return { pages, links: rows, totals };
}
