// A day ends at midnight in Lagos, an hour before it ends in UTC, in summer too.
import { expect, test } from 'vitest';
import { inLagos, lagosDay } from './lagos.ts';

test('the last hour of a day in UTC is of the next day in Lagos', () => {
  const late = Date.parse('2030-01-31T23:30:00.000Z');
  expect([lagosDay(late - 3_600_000), lagosDay(late)]).toEqual(['2030-01-31', '2030-02-01']);
  expect([lagosDay(late, 1), lagosDay(late, 32)]).toEqual(['2030-01-31', '2029-12-31']);
  expect(lagosDay(Date.parse('2030-07-31T23:00:00.000Z'))).toBe('2030-08-01');
  expect(inLagos(Date.parse('2029-12-31T23:00:00.000Z')).getUTCFullYear()).toBe(2030);
});
