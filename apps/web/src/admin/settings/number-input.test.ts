// Guarantee: hundredths of a percent are shown and typed in percent, exactly.
import { expect, test } from 'vitest';
import { basisPointsOf, percentText, typedPercent } from './number-input.ts';

test.each([
  [0, '0 %'],
  [5, '0.05 %'],
  [150, '1.5 %'],
  [5000, '50 %'],
])('%i basis points are %s', (basisPoints, text) => {
  expect(percentText(basisPoints)).toBe(text);
});

test.each([0, 5, 50, 5000])('%d basis points are read back from the field that they fill', (basisPoints) => {
  expect(basisPointsOf(typedPercent(basisPoints), 5000)).toBe(basisPoints);
});

test.each(['', '-1', '0.005', '0.51', '1e-1', 'ten'])('%j is not a percentage up to a half', (typed) => {
  expect(basisPointsOf(typed, 50)).toBeNull();
});
