// Guarantee: a waiting time is what was measured, never rounded down, and is not said where too little was measured.
import { expect, it } from 'vitest';
import { durationText, reviewSentence } from './review-words.ts';

it('[C-4] rounds a duration up to what people say', () => {
  expect([0, 59, 60, 61, 5400, 5401, 90_000].map(durationText)).toEqual([
    'under a minute',
    'under a minute',
    'about 1 minute',
    'about 2 minutes',
    'about 90 minutes',
    'about 2 hours',
    'about 25 hours',
  ]);
});

it('[C-4] says how many reviews it is of, and where they were too few', () => {
  expect(reviewSentence({ decisions: 34, medianSeconds: 700 })).toBe(
    'Reviews take about 12 minutes today: of 34 in the last 24 hours, half were quicker.',
  );
  expect(reviewSentence({ decisions: 0, medianSeconds: null })).toContain('No order was reviewed');
  expect(reviewSentence({ decisions: 1, medianSeconds: null })).toContain('Only one order was reviewed');
  expect(reviewSentence({ decisions: 4, medianSeconds: null })).toContain('too few to say');
});
