// Guarantee: a first step is ticked exactly where it is true, whatever the order in which things were done.
import { expect, it } from 'vitest';
import { firstSteps } from './first-steps.ts';

const NOTHING = { hasName: false, hasBank: false, hasWallet: false, hasCoins: false };
const done = (facts: Partial<typeof NOTHING>) =>
  firstSteps({ ...NOTHING, ...facts }).flatMap(({ isDone, to }) => (isDone ? [to] : []));

it('[C-2] ticks what is true, and nothing else', () => {
  expect(done({})).toEqual([]);
  expect(done({ hasBank: true })).toEqual(['/account/payment-method']);
  expect(done({ hasWallet: true, hasName: true })).toEqual(['/account/profile', '/account/wallets']);
  expect(done({ hasName: true, hasBank: true, hasWallet: true, hasCoins: true })).toHaveLength(4);
});
