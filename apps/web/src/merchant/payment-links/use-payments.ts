import { endpoints, type PaymentState } from '@kobogate/contract';
import { callOrThrow } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { usePages } from '../../lib/use-pages.ts';

const { list, totals: count } = endpoints.payments;

/** The filters of a list of payments. */
export interface PaymentFilter {
  readonly search: string;
  readonly state: PaymentState | null;
}

/** The matching payments of a link, or of all links, newest first, a page at a time, and the counts over all of them. */
export function usePayments(linkId: string | undefined, { search, state }: PaymentFilter) {
  const asked = { ...(linkId === undefined ? {} : { link: linkId }), ...(search === '' ? {} : { search }) };
  const narrowed = state === null ? asked : { ...asked, state };
  const { pages, rows } = usePages(
    [list.path, narrowed],
    (page, signal) => callOrThrow(list, { query: { ...narrowed, ...page }, signal }),
    { isKept: true },
  );
  const counted = useCall(count, { query: asked });
  const totals = counted.data?.data;
  return { pages, payments: rows, totals, isUncounted: counted.isError && totals === undefined };
}
