import { inLagos, LAGOS_OFFSET_MS, REPORT_LONGEST_DAYS } from '@kobogate/contract';
import { atField, decideFields, ruleBroken } from '../errors.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The product has no older data. */
const FIRST_DAY = '2020-01-01';

/** A range of whole days of Lagos, by name and as the instants from `start` up to, and without, `end`. */
export interface ReportRange {
  readonly from: string;
  readonly to: string;
  /** Every day's name, oldest first. */
  readonly days: readonly string[];
  readonly start: Date;
  readonly end: Date;
}

/**
 * The range between two days, both included. Throws 422 for a text that is not a day, the wrong order, or a range that
 * is too long.
 */
export function readRange({ from, to }: { from: string; to: string }): ReportRange {
  const [first, last] = decideFields(
    (of) => [of('from', () => readDay(from), 0), of('to', () => readDay(to), 0)] as const,
  );
  if (first > last) throw atField('from', ruleBroken('The first day must not be after the last one.'));
  const count = (last - first) / DAY_MS + 1;
  if (count > REPORT_LONGEST_DAYS) {
    const broken = ruleBroken(`A report covers at most ${REPORT_LONGEST_DAYS} days. Please choose a shorter stretch.`);
    throw atField('to', broken);
  }
  return {
    from,
    to,
    days: Array.from({ length: count }, (_, index) => nameOf(first + index * DAY_MS)),
    start: new Date(first - LAGOS_OFFSET_MS),
    end: new Date(last + DAY_MS - LAGOS_OFFSET_MS),
  };
}

/** An instant as a time of Lagos: `2026-11-21 14:03:07`. Pure. */
export function lagosTime(instant: string): string {
  return inLagos(Date.parse(instant)).toISOString().slice(0, 19).replace('T', ' ');
}

const nameOf = (midnight: number): string => new Date(midnight).toISOString().slice(0, 10);

function readDay(text: string): number {
  const midnight = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(midnight) || nameOf(midnight) !== text || text < FIRST_DAY) {
    throw ruleBroken(`Please give each day as year-month-day from ${FIRST_DAY} on, such as 2026-11-21.`);
  }
  return midnight;
}
