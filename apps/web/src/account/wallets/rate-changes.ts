import type { RateHistory } from '@kobogate/contract';
import { parseRate, type Rate } from '@kobogate/money';
import { dateTimeText } from '../../lib/formats.ts';

/** A recorded rate as the chart draws it. */
export interface ChangePoint {
  readonly at: string;
  /** The time for people. */
  readonly time: string;
  /** The first point's time for people. */
  readonly since: string;
  readonly rate: string;
  /** Change since the first point in hundredths of a percent, cut off towards zero. */
  readonly change: number;
  /** Its position on the time axis, from 0 to 100: for drawing only. */
  readonly place: number;
}

/** The smallest range of the axis: one percent, so that small moves of a stable coin don't look large. */
const SMALLEST_REACH = 100;

/** The points of a history with their change since the first. A rate that can't be read is left out. */
export function changesOf(points: RateHistory['points']): ChangePoint[] {
  const read = points.flatMap(({ at, rate }) => {
    const parsed = parseRate(rate);
    const time = Date.parse(at);
    return parsed.ok && !Number.isNaN(time) ? [{ at, rate, value: parsed.value, time }] : [];
  });
  const [first, last] = [read[0], read.at(-1)];
  if (first === undefined || last === undefined) return [];
  const length = Math.max(last.time - first.time, 1);
  return read.map(({ at, rate, value, time }) => ({
    at,
    rate,
    time: dateTimeText(at),
    since: dateTimeText(first.at),
    change: hundredthsOfPercent(first.value, value),
    place: Math.round(((time - first.time) / length) * 1000) / 10,
  }));
}

/** The range of the axis to either side of zero, in hundredths of a percent and in words: whole percents. */
export function describeRange(points: readonly ChangePoint[]): { reach: number; text: string } {
  const largest = points.reduce((most, { change }) => Math.max(most, Math.abs(change)), SMALLEST_REACH);
  const percent = Math.ceil(largest / 100);
  return { reach: percent * 100, text: `${percent} %` };
}

/** Hundredths of a percent with their sign for people: `percentText(-152)` is `−1.52 %`. */
export function percentText(hundredths: number): string {
  const size = Math.abs(hundredths);
  const sign = hundredths < 0 ? '−' : '+';
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')} %`;
}

function hundredthsOfPercent(before: Rate, now: Rate): number {
  const beforeDigits = before.digits * 10n ** BigInt(now.scale);
  const nowDigits = now.digits * 10n ** BigInt(before.scale);
  return Number(((nowDigits - beforeDigits) * 10_000n) / beforeDigits);
}
