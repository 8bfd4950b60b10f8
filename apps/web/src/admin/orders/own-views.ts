import { endpoints, ORDER_VIEWS_MOST, type OrderView } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { DESK_VIEWS, type DeskView } from './order-filters.ts';

/** A named list of the server's as the desk shows it. Pure. */
export const readOwnView = ({ name, query }: OrderView): DeskView => ({
  name,
  query: Object.fromEntries(new URLSearchParams(query)),
});

/** The lists that this person has named, in the order in which they were named; none until they are loaded. */
export function useOwnViews({ isEnabled = true } = {}): readonly DeskView[] {
  return (useCall(endpoints.admin.orderViews, {}, { isEnabled }).data?.data ?? []).map(readOwnView);
}

/** A name as it is saved. Pure. */
export const tidyName = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

/** Why a list can't have this name, in a sentence, besides what the server says of any name; null where it can. Pure. */
export function nameProblem(name: string, views: readonly DeskView[]): string | null {
  const wanted = name.toLowerCase();
  if (DESK_VIEWS.some((view) => view.name.toLowerCase() === wanted)) return 'The desk has a list of this name already.';
  if (views.length >= ORDER_VIEWS_MOST && !views.some((view) => view.name === name))
    return `There are ${ORDER_VIEWS_MOST} lists of yours already. Please remove one first.`;
  return null;
}
