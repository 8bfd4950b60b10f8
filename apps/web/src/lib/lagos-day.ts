/** Lagos is UTC+1 all year, without summer time. */
const LAGOS_OFFSET_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in Lagos, `back` days before the one of `now` (milliseconds): `2026-11-21`. */
export function lagosDay(now: number, back = 0): string {
  return new Date(now + LAGOS_OFFSET_MS - back * DAY_MS).toISOString().slice(0, 10);
}
