// People are told how long a watcher that was away still needs, from the pace that it really keeps.
import { expect, test } from 'vitest';
import { estimateSecondsLeft, isFarBehind, type Reading } from './catch-up.ts';

const reading = (seconds: number, height: bigint, headHeight: bigint): Reading => ({
  at: seconds * 1000,
  height,
  headHeight,
});

test('what is left is read at the pace of what was read', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 250n, 1000n))).toBe(30);
});

test('a chain that grows meanwhile is reached later, or never', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 250n, 1050n))).toBe(40);
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(10, 50n, 1050n))).toBeNull();
});

test('a pace of a moment is none', () => {
  expect(estimateSecondsLeft(reading(0, 0n, 1000n), reading(2, 900n, 1000n))).toBeNull();
});

test('a few blocks are what every pause leaves', () => {
  expect(isFarBehind(reading(0, 51n, 100n))).toBe(false);
  expect(isFarBehind(reading(0, 50n, 100n))).toBe(true);
});
