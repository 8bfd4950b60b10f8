import { lagosDay } from '@kobogate/contract';

/** The ranges that are a choice of their own, in days up to today. */
export const RECENT_DAYS = [7, 30, 90] as const;
const USUAL_DAYS = 30;

/** The days of Lagos that a report covers, both ends included, and how they were chosen. */
export interface ReportChoice {
  readonly recent: (typeof RECENT_DAYS)[number] | null;
  readonly from: string;
  readonly to: string;
}

/**
 * What the page's address asks for: a first and a last day, else the last 7, 30 or 90 days with today, else 30. The
 * days are passed on unchecked: the server says what is wrong with them. Pure.
 */
export function choiceOf(search: URLSearchParams, now: number): ReportChoice {
  const [from, to] = [search.get('from'), search.get('to')];
  if (from !== null && to !== null) return { recent: null, from, to };
  const recent = RECENT_DAYS.find((days) => String(days) === search.get('days')) ?? USUAL_DAYS;
  return { recent, from: lagosDay(now, recent - 1), to: lagosDay(now) };
}

/** The labelled days in a picture of `count` days: the ends, and evenly between. Pure. */
export function labelledDays(count: number, most: number): number[] {
  const labels = Math.min(count, most);
  if (labels <= 1) return count === 0 ? [] : [0];
  return Array.from({ length: labels }, (_, index) => Math.round((index * (count - 1)) / (labels - 1)));
}
