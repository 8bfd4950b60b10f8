// A report covers whole days of Lagos, and an impossible range is refused with a message.
import { expect, test } from 'vitest';
import { readRange } from './report-range.ts';

test('[D-1] runs from midnight to midnight in Lagos', () => {
  const range = readRange({ from: '2026-02-27', to: '2026-03-01' });
  expect(range.days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(range.start.toISOString()).toBe('2026-02-26T23:00:00.000Z');
  expect(range.end.toISOString()).toBe('2026-03-01T23:00:00.000Z');
});

test('[D-1] covers a leap year and no more', () => {
  expect(readRange({ from: '2028-01-01', to: '2028-12-31' }).days).toHaveLength(366);
  expect(() => readRange({ from: '2028-01-01', to: '2029-01-01' })).toThrow('at most 366 days');
});

test.each([
  ['2026-02-30', '2026-03-01', 'year-month-day'],
  ['2026-03-01', '2026-3-1', 'year-month-day'],
  ['1999-12-31', '2026-01-01', 'year-month-day'],
  ['2026-03-01T00:00', '2026-03-01', 'year-month-day'],
  ['2026-03-02', '2026-03-01', 'must not be after'],
])('[D-1] refuses %s to %s', (from, to, sentence) => {
  expect(() => readRange({ from, to })).toThrow(sentence);
});
