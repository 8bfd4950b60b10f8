// Guarantee: a payer can choose only coins of the link, and only networks on which this gateway would see the payment.
import { expect, it } from 'vitest';
import { coinChoices, networkChoices } from './pay-choices.ts';

const OFFERED = [
  { currency: 'USDT', name: 'Tether USD', networks: [{ id: 'bsc', name: 'BNB Smart Chain' }] },
  { currency: 'ETH', name: 'Ethereum', networks: [{ id: 'ethereum', name: 'Ethereum' }] },
];

it('offers the coins of the link, once each, and closes those that are not on offer', () => {
  expect(coinChoices(['USDT', 'BTC', 'USDT'], OFFERED)).toEqual([
    { value: 'USDT', label: 'Tether USD (USDT)' },
    { value: 'BTC', label: 'Bitcoin (BTC), not on offer', disabled: true },
  ]);
  expect(coinChoices(['BTC', 'toString'], null)).toEqual([
    { value: 'BTC', label: 'Bitcoin (BTC)' },
    { value: 'toString', label: 'toString' },
  ]);
});

it('offers only the networks of the chosen coin', () => {
  expect(networkChoices('USDT', OFFERED)).toEqual([{ value: 'bsc', label: 'BNB Smart Chain' }]);
  expect(networkChoices('BTC', OFFERED)).toEqual([]);
  expect(networkChoices('USDT', null)).toEqual([]);
});
