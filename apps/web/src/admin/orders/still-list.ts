import type { AdminOrder } from '@kobogate/contract';

/** A list that stays as it was loaded while an administrator works in it. */
export interface StillList {
  /** The view that it belongs to: another one is another list. */
  readonly view: string;
  /** The rows in the order in which they were loaded, each as last heard of. */
  readonly orders: readonly AdminOrder[];
  /** The server's newest list. */
  readonly latest: readonly AdminOrder[];
  /** How many orders of the newest list are not shown. */
  readonly arrived: number;
  /** How many shown orders are not in the newest list. */
  readonly left: number;
}

/** The server's list as it is. Pure. */
export const showList = (view: string, latest: readonly AdminOrder[]): StillList => ({
  view,
  orders: latest,
  latest,
  arrived: 0,
  left: 0,
});

/**
 * The same list after the server's has changed: no row moves, comes or goes, so that nothing slides under a pointer; what
 * a row says is the newest that is known. An empty list, and one of another view, is replaced. Pure.
 */
export function keepStill(list: StillList | null, view: string, latest: readonly AdminOrder[]): StillList {
  if (list?.view === view && list.latest === latest) return list;
  if (list?.view !== view || list.orders.length === 0) return showList(view, latest);
  const byId = new Map(latest.map((order) => [order.id, order]));
  const orders = list.orders.map((order) => byId.get(order.id) ?? order);
  const shown = new Set(orders.map(({ id }) => id));
  return {
    view,
    orders,
    latest,
    arrived: latest.filter(({ id }) => !shown.has(id)).length,
    left: orders.filter(({ id }) => !byId.has(id)).length,
  };
}
