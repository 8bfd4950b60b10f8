// The remaining time of a watcher that is behind is estimated from its real pace.
import { expect, test } from 'vitest';
import { estimateSecondsLeft, isFarBehind, type Reading } from './catch-up.ts';

const reading = (seconds: number, height: bigint, headHeight: bigint): Reading => ({
  at: seconds * 1000,
  height,
  headHeight,
});

test('the remaining blocks are read at the pace so far', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 250n, 1000n))).toBe(30);
});

test('a chain that grows during this is reached later, or never', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 250n, 1050n))).toBe(40);
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 50n, 1050n))).toBeNull();
});

test('a pace over a short moment does not count', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(2, 900n, 1000n))).toBeNull();
});

test('a few blocks remain after every pause', () => {
  expect(isFarBehind(reading(0, 51n, 100n))).toBe(false);
  expect(isFarBehind(reading(0, 50n, 100n))).toBe(true);
});
