// The closing line adds up the counts of each runner, a broken run never passes for a good one, and each test that
// failed, or passed only at its second try, is named with its reason.
import { expect, test } from 'vitest';
import { closingLine, findings, playwrightCounts, vitestCounts } from './test-counts.mjs';

const counted = (passed: number, failed: number, skipped: number) => ({
  passed,
  failed,
  skipped,
  failures: [],
  repeated: [],
});

test('both runners’ reports are read', () => {
  expect(vitestCounts({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }, 1)).toEqual(
    counted(7, 1, 3),
  );
  expect(playwrightCounts({ stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 } }, 1)).toEqual(
    counted(6, 1, 2),
  );
});

test('a runner that failed without a failed test, or without a report, counts as one failure', () => {
  expect(vitestCounts({ numPassedTests: 7, numFailedTests: 0 }, 1).failed).toBe(1);
  expect(vitestCounts(undefined, 1)).toEqual(counted(0, 1, 0));
  expect(playwrightCounts(undefined, 3).failed).toBe(1);
});

test('the line names the skipped only where there are some', () => {
  expect(closingLine([counted(1, 0, 0), counted(2, 0, 0)])).toBe('3 passed, 0 failed');
  expect(closingLine([counted(1, 2, 3)])).toBe('1 passed, 2 failed, 3 skipped');
});

test('Vitest’s failures, files that could not be loaded and second tries are named with what they said', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        name: 'ledger.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'balances', status: 'passed', failureMessages: [] },
          { fullName: 'posts once', status: 'passed', failureMessages: ['twice\nat once'] },
          { fullName: 'is whole', status: 'failed', failureMessages: ['a kobo is gone'] },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  };
  expect(findings([vitestCounts(report, 1)])).toBe(
    [
      'Passed only at the second try: ledger.test.ts › posts once\n    twice\n    at once\n',
      'Failed: ledger.test.ts › is whole\n    a kobo is gone\n',
      'Failed: broken.test.ts\n    no such module\n',
    ].join('\n'),
  );
});

test('Playwright’s are too, at any depth', () => {
  const one = (title: string, status: string, ...messages: string[]) => ({
    title,
    tests: [{ status, results: messages.map((message) => (message === '' ? {} : { error: { message } })) }],
  });
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1 },
    suites: [
      {
        title: 'session.spec.ts',
        specs: [one('logs in', 'expected', ''), one('logs out', 'flaky', '\u001b[31mtoo early\u001b[39m', '')],
        suites: [{ title: 'two tabs', specs: [one('both end', 'unexpected', 'one stays')] }],
      },
    ],
  };
  expect(findings([playwrightCounts(report, 1)])).toBe(
    [
      'Passed only at the second try: session.spec.ts › logs out\n    too early\n',
      'Failed: session.spec.ts › two tabs › both end\n    one stays\n',
    ].join('\n'),
  );
  expect(findings([counted(3, 0, 0)])).toBe('');
});
