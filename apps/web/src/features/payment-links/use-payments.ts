import { endpoints, type PaymentState } from '@kobogate/contract';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';

/** What the list of a link's payments is narrowed to. */
export interface PaymentFilter {
  readonly search: string;
  readonly state: PaymentState | null;
}

/** The payments of a link that are found, newest first, a page at a time, and what is counted over all of them. */
export function usePayments(linkId: string, { search, state }: PaymentFilter) {
  const asked = { link: linkId, ...(search === '' ? {} : { search }) };
  const narrowed = state === null ? asked : { ...asked, state };
  const pages = useInfiniteQuery({
    queryKey: [endpoints.payments.list.path, narrowed],
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(endpoints.payments.list, {
        query: pageParam === '' ? narrowed : { ...narrowed, before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const totals = useCall(endpoints.payments.totals, { query: asked }).data?.data;
  return { pages, payments: pages.data?.pages.flatMap((page) => page.data), totals };
}
