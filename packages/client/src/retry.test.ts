// Guarantee: a call is repeated only where that can't do anything twice, never before the time that the server asked
// for, and the pauses grow and differ.
import { describe, expect, it } from 'vitest';
import { pauseBeforeRetry } from './retry.ts';

const failure = (kind: 'refused' | 'unavailable' | 'network' | 'timeout' | 'unreadable', status = 0) => ({
  kind,
  status,
  retryAfterSeconds: null,
});
const first = { attempt: 0, isRepeatable: true, chance: 1 };

describe('the pause before a call is made again', () => {
  it.each([
    ['network', 0, true, true],
    ['timeout', 0, true, true],
    ['unavailable', 503, true, true],
    ['network', 0, false, false],
    ['unavailable', 503, false, false],
    ['refused', 429, false, true],
    ['refused', 422, true, false],
    ['unreadable', 200, true, false],
  ] as const)('%s %d, repeatable %s: again %s', (kind, status, isRepeatable, isAgain) => {
    expect(pauseBeforeRetry(failure(kind, status), { ...first, isRepeatable }) !== null).toBe(isAgain);
  });

  it('doubles, and is spread over its second half', () => {
    expect([0, 1, 2].map((attempt) => pauseBeforeRetry(failure('network'), { ...first, attempt }))).toEqual([
      250, 500, 1000,
    ]);
    expect(pauseBeforeRetry(failure('network'), { ...first, chance: 0 })).toBe(125);
  });

  it('is as long as the server says; above half a minute the call is not repeated', () => {
    const tooMany = (retryAfterSeconds: number) => ({ ...failure('refused', 429), retryAfterSeconds });
    expect(pauseBeforeRetry(tooMany(7), first)).toBe(7000);
    expect(pauseBeforeRetry(tooMany(31), first)).toBeNull();
  });
});
