// What a stranger can send to an address is no hindrance to closing its owner's account.
import { expect, test } from 'vitest';
import { describeHindrances } from './closing.ts';

const NOTHING = { deposits: 0, refunds: 0, payouts: 0, orders: 0, awaitedUntil: null, lastOrderAt: null, balances: [] };
const suspense = (asset: string, amount: bigint) => ({ kind: 'suspense' as const, asset, amount });

test('[D4] dust of a coin that is not on offer, too little to be sent back, hinders nobody; more of it does', () => {
  for (const asset of ['POL@polygon', 'AVAX@avalanche', 'DAI@ethereum', 'USDC.e@arbitrum', 'TRX@tron']) {
    expect(describeHindrances({ ...NOTHING, balances: [suspense(asset, 1n)] })).toEqual([]);
  }
  const [hindrance] = describeHindrances({ ...NOTHING, balances: [suspense('POL@polygon', 10n ** 18n)] });
  expect(hindrance).toMatch(/^There is money in the account: 1 POL/);
});

test('[D4] what a refund’s fee would take whole hinders nobody, as it could never leave; a bridged dollar can be credited as the real one', () => {
  const hindered = (asset: string, amount: bigint): boolean =>
    describeHindrances({ ...NOTHING, balances: [suspense(asset, amount)] }).length > 0;
  expect(hindered('POL@polygon', 9n * 10n ** 16n)).toBe(false);
  expect(hindered('DAI@ethereum', 2n * 10n ** 18n)).toBe(false);
  expect(hindered('DAI@ethereum', 3n * 10n ** 18n)).toBe(true);
  expect(hindered('USDC.e@polygon', 90_000n)).toBe(true);
});
