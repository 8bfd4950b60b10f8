// A delivery is tried ever more rarely for 72 hours, once more at their end, and then no more.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasFailedForDays, nextAttempt, restUntil, TRIED_MS } from './schedule.ts';

const START = new Date('2026-01-01T00:00:00Z');
const END = new Date(START.getTime() + TRIED_MS);

/** The times of all attempts of a delivery that always fails. */
function attemptsOf(random: () => number): Date[] {
  const made: Date[] = [];
  for (let next: Date | null = START; next !== null;) {
    made.push(next);
    next = nextAttempt({ attempts: made.length, giveUpAt: END, now: next }, random());
  }
  return made;
}

test('[W2] without jitter: after 10 s, 25 s, a minute, …, every six hours, and last after exactly 72 hours', () => {
  const made = attemptsOf(() => 0.5);
  const seconds = made.map((at) => (at.getTime() - START.getTime()) / 1000);
  expect(seconds.slice(0, 4)).toEqual([0, 10, 35, 97.5]);
  expect(seconds.at(-1)).toBe(72 * 3600);
  expect(made.length).toBeGreaterThan(15);
  expect(made.length).toBeLessThan(30);
});

test('[W2] with any jitter it ends after exactly 72 hours, never twice within eight seconds but at the end, and bounded', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (stream) => {
      const made = attemptsOf(() => Number(stream.next().value));
      expect(made.at(-1)).toEqual(END);
      expect(made.length).toBeLessThan(40);
      const pauses = made.slice(1, -1).map((at, index) => at.getTime() - (made[index]?.getTime() ?? 0));
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(8_000);
      for (const pause of pauses) expect(pause).toBeLessThanOrEqual(7.2 * 3_600_000);
    }),
    { numRuns: 200 },
  );
});

test('an attempt that comes late, after a long outage of ours, is the last', () => {
  const late = new Date(END.getTime() + 1);
  expect(nextAttempt({ attempts: 3, giveUpAt: END, now: late }, 0)).toBeNull();
});

test('an endpoint rests from a second up to five minutes, and not at all after a success', () => {
  const rest = (failures: number) => (restUntil(failures, START)?.getTime() ?? 0) - START.getTime();
  expect([1, 2, 3, 9, 10, 1_000_000].map(rest)).toEqual([1_000, 2_000, 4_000, 256_000, 300_000, 300_000]);
  expect(restUntil(0, START)).toBeNull();
});

test('seven days of nothing but failures are enough to turn it off, and not a millisecond less', () => {
  const after = (ms: number) => new Date(START.getTime() + ms);
  expect(hasFailedForDays(START, after(7 * 86_400_000 - 1))).toBe(false);
  expect(hasFailedForDays(START, after(7 * 86_400_000))).toBe(true);
  expect(hasFailedForDays(null, after(1e12))).toBe(false);
});
