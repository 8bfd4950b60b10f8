// A more valuable deposit waits for more blocks, and one without a known value waits the longest.
import { toKobo } from '@kobogate/money';
import { expect, test } from 'vitest';
import { decideNeeded, worthInKobo } from './deposit.ts';

const policy = {
  steps: [
    { upToKobo: toKobo(5_000_000n), confirmations: 1 },
    { upToKobo: toKobo(500_000_000n), confirmations: 3 },
  ],
  confirmations: 6,
};
const rates = new Map([
  ['BTC@mainnet', { marketRate: { digits: 150_000_000n, scale: 0 } }],
  ['USDT@bsc', { marketRate: { digits: 161_235n, scale: 2 } }],
]);

test.each([
  [0n, 1],
  [5_000_000n, 1],
  [5_000_001n, 3],
  [500_000_000n, 3],
  [500_000_001n, 6],
  [null, 6],
])('[D6] %s kobo wait for %s blocks', (kobo, needed) => {
  expect(decideNeeded(policy, kobo === null ? null : toKobo(kobo))).toBe(needed);
});

test('[D6] without steps every value waits alike', () => {
  expect(decideNeeded({ steps: [], confirmations: 12 }, toKobo(1n))).toBe(12);
});

test('[D6] amounts are summed at the market’s rates', () => {
  const satoshis = { asset: 'BTC@mainnet', amount: 33_333n };
  expect(worthInKobo([satoshis], rates)).toBe(4_999_950n);
  expect(worthInKobo([satoshis, { asset: 'USDT@bsc', amount: 10n ** 18n }], rates)).toBe(4_999_950n + 161_235n);
  expect(worthInKobo([], rates)).toBe(0n);
});

test('[D6] one amount that has no rate leaves the sum unknown', () => {
  expect(worthInKobo([{ asset: 'ETH@ethereum', amount: 1n }], rates)).toBeNull();
  expect(
    worthInKobo(
      [{ asset: 'BTC@nowhere', amount: 1n }],
      new Map([['BTC@nowhere', { marketRate: { digits: 1n, scale: 0 } }]]),
    ),
  ).toBeNull();
});
