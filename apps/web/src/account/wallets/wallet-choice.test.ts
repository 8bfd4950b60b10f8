// Guarantee: a wallet can be asked for only with a currency and a network that belong together.
import { expect, it } from 'vitest';
import { chooseWallet, NO_CHOICE, searchCoins, type WalletMove } from './wallet-choice.ts';

const after = (...moves: WalletMove[]) => moves.reduce(chooseWallet, NO_CHOICE);
const usdt: WalletMove = { do: 'choose-currency', currency: 'USDT' };
const bsc: WalletMove = { do: 'choose-network', network: 'bsc' };
const next: WalletMove = { do: 'next' };

it('[E-6] goes no further without a choice, and says so', () => {
  expect(after(next)).toMatchObject({ step: 'currency', problem: 'Please select both currency and network.' });
  expect(after(usdt, next, next)).toMatchObject({
    step: 'network',
    problem: 'Please select both currency and network.',
  });
  expect(after(usdt, next, bsc, next)).toEqual({ step: 'confirm', currency: 'USDT', network: 'bsc', problem: null });
});

it('[C-8] clears the network when another currency is chosen, and only then', () => {
  const back: WalletMove = { do: 'back' };
  expect(after(usdt, next, bsc, back, { do: 'choose-currency', currency: 'ETH' }).network).toBeNull();
  expect(after(usdt, next, bsc, back, usdt).network).toBe('bsc');
  expect(after(usdt, next, bsc, next, back).step).toBe('network');
});

it('finds coins by ticker or name anywhere in the text, whatever the case', () => {
  const coins = [
    { currency: 'USDT', name: 'Tether USD', hasRate: true, networks: [] },
    { currency: 'ETH', name: 'Ethereum', hasRate: true, networks: [] },
  ];
  expect(searchCoins(coins, '').map((coin) => coin.currency)).toEqual(['ETH', 'USDT']);
  expect(searchCoins(coins, ' eTHe ').map((coin) => coin.currency)).toEqual(['ETH', 'USDT']);
  expect(searchCoins(coins, 'usd').map((coin) => coin.currency)).toEqual(['USDT']);
  expect(searchCoins(coins, 'doge')).toEqual([]);
});
