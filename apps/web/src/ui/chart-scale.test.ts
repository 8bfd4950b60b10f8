// Guarantee: a chart starts at zero and holds its largest value; short figures are never more than the amount; shares
// add up to the whole.
import { expect, it } from 'vitest';
import { axisTop, heightOf, shortMoney, wholePercents } from './chart-scale.ts';

it('ends an axis at a round figure that holds the largest value', () => {
  expect(axisTop(0n)).toBe(100_000n);
  expect(axisTop(100_000n)).toBe(100_000n);
  expect(axisTop(100_001n)).toBe(200_000n);
  expect(axisTop(2_000_001n)).toBe(3_000_000n);
  expect(axisTop(6_000_001n)).toBe(8_000_000n);
  expect(axisTop(8_000_001n)).toBe(10_000_000n);
  expect(axisTop(31n * 10n ** 39n)).toBe(4n * 10n ** 40n);
});

it('puts zero at the bottom and the top at 100', () => {
  expect([0n, 50n, 200n].map((value) => heightOf(value, 200n))).toEqual([0, 25, 100]);
  expect(heightOf(10n ** 60n, 3n * 10n ** 60n)).toBe(33.3);
});

it('shortens money by rounding down', () => {
  expect(shortMoney('₦', 0n)).toBe('₦0');
  expect(shortMoney('₦', 99_999n)).toBe('₦999');
  expect(shortMoney('₦', 4_119_900n)).toBe('₦41.1K');
  expect(shortMoney('$', 250_000n)).toBe('$2.5K');
  expect(shortMoney('₦', 199_999_999_999n)).toBe('₦1.9B');
});

it('splits into whole percents that add up to 100', () => {
  expect(wholePercents([65n, 35n])).toEqual([65, 35]);
  expect(wholePercents([1n, 1n, 1n])).toEqual([34, 33, 33]);
  expect(wholePercents([10n ** 30n, 1n])).toEqual([100, 0]);
  expect(wholePercents([0n, 0n])).toEqual([0, 0]);
  expect(wholePercents([])).toEqual([]);
});
