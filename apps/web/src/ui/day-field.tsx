import { lagosDay } from '@kobogate/contract';
import { dayName } from '../lib/formats.ts';
import { useNow } from '../lib/use-now.ts';
import { TextField } from './text-field.tsx';

/** The problem of a form in which one of two days is empty. */
export const DAYS_MISSING = 'Please choose both days.';

/**
 * A day in Lagos up to today, as `2026-11-21`; empty where none is chosen. Browsers write day and month in an order of
 * their own, so the day is repeated in words below the field.
 */
export function DayField({
  label,
  name,
  value,
  error,
  onChange,
}: {
  label: string;
  name: string;
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
}) {
  return (
    <TextField
      label={label}
      name={name}
      type="date"
      max={lagosDay(useNow())}
      value={value}
      error={error}
      hint={value === '' ? 'No day chosen' : dayName(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
