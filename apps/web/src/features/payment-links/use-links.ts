import { endpoints, type LinkState, type LinkTotals, type OwnPaymentLink } from '@kobogate/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/client.ts';

/** What the list of links is narrowed to. */
export interface LinkFilter {
  readonly search: string;
  readonly state: LinkState | null;
}

/** The links that are found, newest first, a page at a time, and the totals over all; those found before stay in sight. */
export function useLinks({ search, state }: LinkFilter) {
  const asked = { ...(search === '' ? {} : { search }), ...(state === null ? {} : { state }) };
  const pages = useInfiniteQuery({
    queryKey: [endpoints.paymentLinks.list.path, asked],
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(endpoints.paymentLinks.list, {
        query: pageParam === '' ? asked : { ...asked, before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const links: readonly OwnPaymentLink[] | undefined = pages.data?.pages.flatMap((page) => page.data);
  const totals: LinkTotals | undefined = pages.data?.pages[0]?.totals;
  return { pages, links, totals };
}
