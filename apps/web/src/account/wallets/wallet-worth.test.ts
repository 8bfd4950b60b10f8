// Guarantee: a balance's naira is what it would be paid, to the kobo, coins without a rate are named, not counted as 0, and
// what is held for orders is said where the balance is empty.
import { expect, it } from 'vitest';
import { heldText, koboOf, worthOf } from './wallet-worth.ts';

const AT = '2026-11-25T12:00:00.000Z';
const usdt = { currency: 'USDT', network: 'bsc', balance: '10.999999999999999999', rate: '1584.37', rateAt: AT };

it('is exact, and rounded down as a conversion would be', () => {
  expect(koboOf(usdt)).toBe(1742806n);
  expect(koboOf({ ...usdt, balance: '0', rate: null, rateAt: null })).toBe(0n);
  expect(koboOf({ ...usdt, rate: null, rateAt: null })).toBeNull();
});

it('adds up what has a rate, names the oldest rate, and the coins without one', () => {
  const earlier = '2026-11-25T11:59:00.000Z';
  const bitcoin = { currency: 'BTC', network: 'mainnet', balance: '0.00000001', rate: '160000000', rateAt: earlier };
  expect(worthOf([usdt, bitcoin, { ...usdt, currency: 'USDC', rate: null, rateAt: null }])).toEqual({
    kobo: 1742966n,
    at: earlier,
    unpriced: ['USDC'],
  });
  expect(worthOf([])).toEqual({ kobo: 0n, at: null, unpriced: [] });
});

it('says what is held for open orders, and its worth where there is a rate', () => {
  const held = { ...usdt, balance: '0', held: '1200' };
  const bitcoin = { currency: 'BTC', network: 'mainnet', balance: '0', rate: null, rateAt: null };
  expect(heldText([held])).toBe('1,200 USDT (≈ ₦1,901,244.00) held for open orders');
  expect(heldText([held, { ...bitcoin, held: '0.5' }])).toBe(
    '1,200 USDT (≈ ₦1,901,244.00) and 0.5 BTC held for open orders',
  );
  expect(heldText([{ ...held, held: '0' }])).toBeNull();
});
