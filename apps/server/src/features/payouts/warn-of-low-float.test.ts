// The operator hears of a rail that runs out of naira before payouts wait for it, and of no other rail.
import { expect, test } from 'vitest';
import { warnOfLowFloat } from './warn-of-low-float.ts';

test('a warning names each rail below the threshold, in kobo, and none that is at it or does not say', async () => {
  const warnings: unknown[] = [];
  const log = { warn: (facts: unknown) => warnings.push(facts) };
  const rails = [
    { name: 'low', floatKobo: async () => 99n },
    { name: 'enough', floatKobo: async () => 100n },
    { name: 'silent', floatKobo: async () => null },
    { name: 'never says' },
    { name: 'empty', floatKobo: async () => 0n },
  ];
  await warnOfLowFloat({ rails, lowFloatKobo: 100n, log });
  expect(warnings).toEqual([
    { rail: 'low', floatKobo: '99', lowFloatKobo: '100' },
    { rail: 'empty', floatKobo: '0', lowFloatKobo: '100' },
  ]);
});
