// Guarantee: a countdown reads as a clock and is never below zero.
import { expect, it } from 'vitest';
import { clockText } from './clock-text.ts';

it('shows minutes and seconds, hours where there are some, and stops at zero', () => {
  expect(clockText(75.9)).toBe('1:15');
  expect(clockText(3661)).toBe('1:01:01');
  expect(clockText(-5)).toBe('0:00');
});
