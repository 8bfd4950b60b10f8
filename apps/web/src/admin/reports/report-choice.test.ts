// Guarantee: a report covers the days of Lagos in its address; a recent range ends with today.
import { lagosDay } from '@kobogate/contract';
import { expect, it } from 'vitest';
import { choiceOf, labelledDays } from './report-choice.ts';

const LATE_EVENING = Date.parse('2026-11-20T23:30:00Z');
const choose = (query: string) => choiceOf(new URLSearchParams(query), LATE_EVENING);

it('[D-1] counts days in Lagos, where the next day has begun', () => {
  expect(lagosDay(LATE_EVENING)).toBe('2026-11-21');
  expect(choose('')).toEqual({ recent: 30, from: '2026-10-23', to: '2026-11-21' });
  expect(choose('days=7')).toEqual({ recent: 7, from: '2026-11-15', to: '2026-11-21' });
  expect(choose('days=90')).toMatchObject({ recent: 90, from: '2026-08-24' });
});

it('[D-1] takes two given days as they are, and the default for nonsense', () => {
  expect(choose('from=2026-01-01&to=2026-02-31')).toEqual({ recent: null, from: '2026-01-01', to: '2026-02-31' });
  expect(choose('days=8')).toMatchObject({ recent: 30 });
  expect(choose('from=2026-01-01')).toMatchObject({ recent: 30 });
});

it('labels both ends of a picture and no day twice', () => {
  expect(labelledDays(7, 5)).toEqual([0, 2, 3, 5, 6]);
  expect(labelledDays(366, 3)).toEqual([0, 183, 365]);
  expect(labelledDays(2, 5)).toEqual([0, 1]);
  expect(labelledDays(1, 5)).toEqual([0]);
  expect(labelledDays(0, 5)).toEqual([]);
});
