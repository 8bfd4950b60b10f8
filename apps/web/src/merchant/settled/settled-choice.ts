/** A period up to today, in days of Lagos. */
export interface Period {
  readonly days: number;
  readonly label: string;
}

export const PERIODS: readonly Period[] = [
  { days: 1, label: 'Today' },
  { days: 7, label: 'The last 7 days' },
  { days: 30, label: 'The last 30 days' },
  { days: 90, label: 'The last 90 days' },
  { days: 366, label: 'The last 366 days' },
];
const USUAL: Period = { days: 30, label: 'The last 30 days' };

/** The period that the page's address names; the last 30 days where it names none. Pure. */
export const readPeriod = (days: string | null): Period => PERIODS.find((each) => String(each.days) === days) ?? USUAL;

export const TAB_IDS = ['links', 'references', 'payments'] as const;

/** `1 payment`, `3 payments`. Pure. */
export const paymentsText = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`);
