// Guarantee: every month since the account was made is offered once, by the calendar of Lagos.
import { expect, test } from 'vitest';
import { statementMonths } from './statement-months.ts';

const valuesOf = (now: string, since: string) => statementMonths(Date.parse(now), since).map(({ value }) => value);

test('from now back to the first, over the turn of a year', () => {
  expect(valuesOf('2027-02-10T12:00:00Z', '2026-11-21T00:00:00Z')).toEqual([
    '2027-02',
    '2027-01',
    '2026-12',
    '2026-11',
  ]);
  expect(statementMonths(Date.parse('2026-11-21T00:00:00Z'), '2026-11-01T00:00:00Z')).toEqual([
    { value: '2026-11', label: 'Nov 2026' },
  ]);
});

test('a month begins at midnight in Lagos', () => {
  expect(valuesOf('2026-10-31T23:00:00Z', '2026-10-31T23:00:00Z')).toEqual(['2026-11']);
  expect(valuesOf('2026-10-31T22:59:59Z', '2026-10-31T22:59:59Z')).toEqual(['2026-10']);
});

test('a slow clock still offers this month, and a long history is bounded', () => {
  expect(valuesOf('2026-10-01T12:00:00Z', '2026-11-21T00:00:00Z')).toEqual(['2026-10']);
  expect(valuesOf('2036-11-21T00:00:00Z', '2020-01-01T00:00:00Z')).toHaveLength(36);
});
