import { lagosDay } from '@kobogate/contract';
import { monthText } from '../../lib/formats.ts';

/** How many months back are offered at most. */
const MOST_MONTHS = 36;

const monthInLagos = (milliseconds: number): string => lagosDay(milliseconds).slice(0, 7);

const monthBefore = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
};

/** The months of Lagos from now back to the one of `since` (ISO 8601), newest first, as choices. Pure. */
export function statementMonths(now: number, since: string): { value: string; label: string }[] {
  const first = monthInLagos(Date.parse(since));
  const months = [monthInLagos(now)];
  for (let last = months[0] ?? first; last > first && months.length < MOST_MONTHS;) {
    last = monthBefore(last);
    months.push(last);
  }
  return months.map((month) => ({ value: month, label: monthText(month) }));
}
