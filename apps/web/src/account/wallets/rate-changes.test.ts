// The chart shows how much a rate moved, exactly to a hundredth of a percent, around zero.
import { expect, test } from 'vitest';
import { changesOf, describeRange, percentText } from './rate-changes.ts';

const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

test('each point has its change since the first, and its place in time', () => {
  const points = changesOf([
    { at: at(0), rate: '1000' },
    { at: at(10), rate: '1015.2' },
    { at: at(40), rate: '984.79' },
  ]);
  expect(points.map(({ change, place }) => [change, place])).toEqual([
    [0, 0],
    [152, 25],
    [-152, 100],
  ]);
  expect(points[0]?.time).toBe('1 Jan 2026, 11:00 Lagos time');
});

test('an unreadable rate is left out, and no rates make no line', () => {
  expect(changesOf([])).toEqual([]);
  expect(
    changesOf([
      { at: 'then', rate: '1' },
      { at: at(0), rate: '-1' },
    ]),
  ).toEqual([]);
});

test('the axis reaches whole percents, one at least', () => {
  const reachOf = (rate: string) =>
    describeRange(
      changesOf([
        { at: at(0), rate: '1000' },
        { at: at(1), rate },
      ]),
    );
  expect(reachOf('1000.1')).toEqual({ reach: 100, text: '1 %' });
  expect(reachOf('979.9')).toEqual({ reach: 300, text: '3 %' });
});

test('a change is written with its sign', () => {
  expect([0, 5, -152].map(percentText)).toEqual(['+0.00 %', '+0.05 %', '−1.52 %']);
});
