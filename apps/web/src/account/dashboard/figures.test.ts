// Guarantee: the sample is shown only while the account has no activity, and is consistent in itself; from the
// first activity on every figure is the account's own.
import { expect, it } from 'vitest';
import type { Dashboard } from '@kobogate/contract';
import { figuresOf } from './figures.ts';

const EMPTY: Dashboard = {
  hasActivity: false,
  transactions: 0,
  volumeKobo: '0',
  wallets: 2,
  months: ['2026-06', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'].map((month) => ({
    month,
    transactions: 0,
    volumeKobo: '0',
  })),
  assets: [],
  recent: [],
};

it('[C-2] shows the specified sample, whose months add up to it, while there is no activity', () => {
  const sample = figuresOf(EMPTY);
  expect(sample).toMatchObject({ isSample: true, transactions: '150', volume: '$12,500', wallets: '5' });
  expect(sample.split).toMatchObject([
    { name: 'Crypto', percent: 65 },
    { name: 'Others', percent: 35 },
  ]);
  expect(sample.months.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(150);
  expect(sample.months.reduce((sum, { minor }) => sum + minor, 0n)).toBe(1_250_000n);
  expect(sample.recent.isSample).toBe(true);
});

it('[C-2] shows only its own from the first activity on', () => {
  const own = figuresOf({
    ...EMPTY,
    hasActivity: true,
    transactions: 3,
    volumeKobo: '300000000000000000050',
    assets: [
      { currency: 'USDT', volumeKobo: '200000000000000000050' },
      { currency: 'ETH', volumeKobo: '100000000000000000000' },
    ],
  });
  expect(own).toMatchObject({
    isSample: false,
    transactions: '3',
    volume: '₦3,000,000,000,000,000,000.50',
    wallets: '2',
    split: [
      { name: 'USDT', percent: 67 },
      { name: 'ETH', percent: 33 },
    ],
    recent: { isSample: false, rows: [] },
  });
  expect(own.months.at(-1)).toEqual({ name: 'Nov 2026', transactions: 0, minor: 0n, text: '₦0.00' });
});
