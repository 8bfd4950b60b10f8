import { ruleBroken } from '../../platform/errors.ts';
import { type ReportRange, readRange } from '../../platform/files/report-range.ts';

/** The whole month of Lagos that is named, such as `2026-11`. Throws 422, in words, for what is no month. */
export function readMonth(month: string): ReportRange {
  const [year, number] = (/^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []).slice(1).map(Number);
  if (year === undefined || number === undefined) {
    throw ruleBroken('Please give the month as year and month, such as 2026-11.');
  }
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return readRange({ from: `${month}-01`, to: `${month}-${lastDay}` });
}
