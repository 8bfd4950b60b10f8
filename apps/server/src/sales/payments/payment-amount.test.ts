// The coins that a payer is asked for are worth what the link asks for, never less, and hardly more; and amount and
// time decide what a deposit means.
import { ASSETS, findAsset } from '@kobogate/contract';
import { nairaForRoundedDown } from '@kobogate/money';
import { rateOf } from '@kobogate/testkit/sales/orders.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideLate, decidePayment } from '../funding/decide-payment.ts';
import { type AskedAmount, coinsFor } from './payment-amount.ts';
import { stateOf } from './payment.ts';

const PRICES: Readonly<Record<string, string>> = { BTC: '150000000', ETH: '5000000.37', USDT: '1600', USDC: '1601.5' };
const rates = new Map(
  ASSETS.flatMap(({ code, currency }) => {
    const price = PRICES[currency];
    return price === undefined ? [] : [[code, { rate: rateOf(price), marketRate: rateOf(price) }] as const];
  }),
);
const coins = (asked: AskedAmount, currency: string, network: string): bigint | null => {
  const asset = findAsset(currency, network);
  if (asset === undefined) throw new Error('no such asset');
  return coinsFor(asked, asset, rates);
};

describe('the requested coins', () => {
  test.each<[string, AskedAmount, string, string, bigint]>([
    ['naira', { currency: 'NGN', amount: '25000' }, 'USDT', 'ethereum', 15_625_000n],
    ['naira, with 18 decimals', { currency: 'NGN', amount: '100.01' }, 'USDT', 'bsc', 62_507_000_000_000_000n],
    ['dollars, by USDT', { currency: 'USD', amount: '10.50' }, 'USDT', 'solana', 10_500_000n],
    ['dollars, in another coin', { currency: 'USD', amount: '93750' }, 'BTC', 'mainnet', 100_000_000n],
    ['this very coin', { currency: 'BTC', amount: '0.00012345' }, 'BTC', 'mainnet', 12_345n],
    ['another coin', { currency: 'BTC', amount: '0.0001' }, 'USDT', 'polygon', 9_375_000n],
  ])('for %s', (_what, asked, currency, network, expected) => {
    expect(coins(asked, currency, network)).toBe(expected);
  });

  test('there are none without a rate', () => {
    expect(coins({ currency: 'NGN', amount: '25000' }, 'SOL', 'solana')).toBeNull();
    expect(coins({ currency: 'SOL', amount: '1' }, 'BTC', 'mainnet')).toBeNull();
  });

  test('[M1] are worth at least what is asked, and less than one kobo more where the coin has enough decimals', () => {
    const assets = ASSETS.filter(({ code }) => rates.has(code));
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.constantFrom(...assets), (kobo, asset) => {
        const amount = `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`;
        const rate = rates.get(asset.code)?.rate ?? rateOf('1');
        const units = coinsFor({ currency: 'NGN', amount }, asset, rates) ?? 0n;
        const worth = nairaForRoundedDown(units, asset.decimals, rate);
        const ofOneUnit = nairaForRoundedDown(1n, asset.decimals, rate);
        expect(worth >= kobo && worth - kobo <= ofOneUnit + 1n).toBe(true);
      }),
    );
  });
});

describe('what a deposit means', () => {
  const order = { status: 'processing', funding: 'awaiting', amount: 100n, received: 0n } as const;
  const deposit = (amount: bigint, inTime = amount, isDust = false) => ({ amount, inTime, isDust, tolerance: 0n });

  test.each([
    ['exactly', order, deposit(100n), { kind: 'covered', funding: 'funded', released: 0n }],
    ['more', order, deposit(130n), { kind: 'covered', funding: 'overpaid', released: 30n }],
    ['late', order, deposit(130n, 0n), { kind: 'late' }],
    ['less', order, deposit(99n), { kind: 'part' }],
    ['a late rest', { ...order, received: 60n }, deposit(40n, 60n), { kind: 'late' }],
    ['dust', order, deposit(1n, 1n, true), { kind: 'ignored', released: 1n }],
    [
      'dust that completes',
      { ...order, received: 99n },
      deposit(1n, 100n, true),
      { kind: 'covered', funding: 'funded' },
    ],
    ['after it was paid', { ...order, funding: 'late' as const }, deposit(5n), { kind: 'beyond', released: 5n }],
    ['after a decline', { ...order, status: 'declined' as const }, deposit(5n), { kind: 'beyond', released: 5n }],
  ])('%s', (_what, before, arrived, expected) => {
    expect(decidePayment(before, arrived)).toMatchObject(expected);
  });

  test('late coins cover the amount at the rate of the moment, and wait for the rest where they are too few', () => {
    expect(decideLate(100n, 101n, 0n)).toEqual({ kind: 'part' });
    expect(decideLate(100n, 100n, 0n)).toEqual({ kind: 'covered', released: 0n });
    expect(decideLate(100n, 70n, 0n)).toEqual({ kind: 'covered', released: 30n });
  });
});

test('a payer sees one state, whatever the order’s three facts are', () => {
  const see = (funding: Parameters<typeof stateOf>[0]['funding'], isCounted = false) =>
    stateOf({ status: 'processing', funding }, isCounted);
  expect([see('awaiting'), see('confirming'), see('confirming', true)]).toEqual(['waiting', 'seen', 'confirming']);
  expect([see('underpaid'), see('expired')]).toEqual(['underpaid', 'expired']);
  expect((['funded', 'overpaid', 'late'] as const).map((funding) => see(funding))).toEqual(['paid', 'paid', 'paid']);
  expect(stateOf({ status: 'declined', funding: 'funded' }, false)).toBe('declined');
});
