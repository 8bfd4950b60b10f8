// The closing line adds up what each runner counted, and a run that broke never passes for a good one.
import { expect, test } from 'vitest';
import { closingLine, playwrightCounts, vitestCounts } from './test-counts.mjs';

test('both runners’ reports are read', () => {
  expect(vitestCounts({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, 1)).toEqual({
    passed: 7,
    failed: 1,
    skipped: 3,
  });
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }, 1)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 2,
  });
});

test('a runner that failed without a failed test, or without a report, counts as one failure', () => {
  expect(vitestCounts({ numPassedTests: 7, numFailedTests: 0 }, 1).failed).toBe(1);
  expect(vitestCounts(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(playwrightCounts(undefined, 3).failed).toBe(1);
});

test('the line names the skipped only where there are some', () => {
  expect(
    closingLine([
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 0, skipped: 0 },
    ]),
  ).toBe('3 passed, 0 failed');
  expect(closingLine([{ passed: 1, failed: 2, skipped: 3 }])).toBe('1 passed, 2 failed, 3 skipped');
});
