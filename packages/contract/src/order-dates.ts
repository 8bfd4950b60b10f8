import { LAGOS_OFFSET_MS } from './lagos.ts';

/** The times that a list of orders can be narrowed to. */
export const ORDER_DATES = ['all', 'today', 'week', 'month'] as const;
export type OrderDate = (typeof ORDER_DATES)[number];

const DAY_MS = 86_400_000;

/**
 * The first millisecond that counts as `date`, seen from `now`: today is the day in Lagos, a week
 * 7 days, a month 30; null where every time counts. Pure.
 */
export function startOfOrderDate(date: OrderDate, now: number): number | null {
  switch (date) {
    case 'all':
      return null;
    case 'today':
      return Math.floor((now + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS;
    case 'week':
      return now - 7 * DAY_MS + 1;
    case 'month':
      return now - 30 * DAY_MS + 1;
  }
}
