// What a stranger can send to an address is no hindrance to closing its owner's account.
import { expect, test } from 'vitest';
import { canLeave } from '../../custody/refunds/least-refund.ts';
import { describeHindrances } from './closing.ts';

const NOTHING = { deposits: 0, refunds: 0, payouts: 0, orders: 0, awaitedUntil: null, lastOrderAt: null, balances: [] };
const hindrances = (asset: string, amount: bigint): string[] =>
  describeHindrances({ ...NOTHING, balances: [{ kind: 'suspense' as const, asset, amount }] }, canLeave);

test('[D4] dust of a coin that is not on offer, too little to be sent back, does not keep an account open; more of it does', () => {
  for (const asset of ['POL@polygon', 'AVAX@avalanche', 'DAI@ethereum', 'USDC.e@arbitrum', 'TRX@tron']) {
    expect(hindrances(asset, 1n)).toEqual([]);
  }
  expect(hindrances('POL@polygon', 10n ** 18n)).toEqual([
    expect.stringMatching(/^There is money in the account: 1 POL/),
  ]);
});

test('[D4] what a refund’s fee would take whole does not keep an account open, as it could never leave; a bridged dollar can be credited as the real one', () => {
  expect(hindrances('POL@polygon', 9n * 10n ** 16n)).toEqual([]);
  expect(hindrances('DAI@ethereum', 2n * 10n ** 18n)).toEqual([]);
  expect(hindrances('DAI@ethereum', 3n * 10n ** 18n)).toHaveLength(1);
  expect(hindrances('USDC.e@polygon', 90_000n)).toHaveLength(1);
});
