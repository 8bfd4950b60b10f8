// Guarantee: a time reads as people say it, each bar is named by its own bounds, and no share is rounded up to all.
import { expect, it } from 'vitest';
import { arrivedPercent, durationText, troubleText, withinNames } from './day-words.ts';

it('says seconds, minutes and hours', () => {
  expect([0, 59, 60, 80, 3599, 3600, 7500].map((seconds) => durationText(seconds).replaceAll('\u00a0', ' '))).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '1 min 20 s',
    '59 min 59 s',
    '1 h',
    '2 h 5 min',
  ]);
});

it('names each bar by the end of the one before it', () => {
  const within = [1, 3, 60, null].map((minutes) => ({ minutes, payouts: 1 }));
  expect(withinNames(within).map(({ name }) => name)).toEqual([
    'Within a minute',
    '1 to 3 minutes',
    '3 to 60 minutes',
    'Longer than 1 hour',
  ]);
});

it('rounds the share that arrived down, and knows none where nothing ended', () => {
  expect(arrivedPercent({ paid: 999, failed: 1 })).toBe(99);
  expect(arrivedPercent({ paid: 5, failed: 0 })).toBe(100);
  expect(arrivedPercent({ paid: 0, failed: 0 })).toBeNull();
});

it('says of a rail that fails how many did not arrive, and nothing of one that pays', () => {
  expect(troubleText({ paid: 3, failed: 2, unknown: 1 })).toBe('Of 6 in 24 hours: 2 failed or came back, 1 unknown.');
  expect(troubleText({ paid: 3, failed: 0, unknown: 1 })).toBe('Of 4 in 24 hours: 1 unknown.');
  expect(troubleText({ paid: 3, failed: 0, unknown: 0 })).toBeNull();
});
