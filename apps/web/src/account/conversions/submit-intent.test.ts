// Guarantee: one press of the button, however often repeated, retried or reloaded, makes one order.
import { beforeEach, expect, it } from 'vitest';
import { forgetIntent, keyOfIntent } from './submit-intent.ts';

const intent = { currency: 'USDT', network: 'bsc', amount: '12.5' };
let made = 0;
const keyOf = (wanted = intent) => keyOfIntent(wanted, sessionStorage, () => `key-${(made += 1)}`);

beforeEach(() => {
  sessionStorage.clear();
  made = 0;
});

it('keeps the key while the answer is not known', () => {
  expect(keyOf()).toBe('key-1');
  expect(keyOf({ ...intent })).toBe('key-1');
});

it('makes a new key for another amount, coin or network, and after the order is known', () => {
  keyOf();
  expect(keyOf({ ...intent, amount: '12.51' })).toBe('key-2');
  expect(keyOf({ ...intent, network: 'polygon' })).toBe('key-3');
  forgetIntent(sessionStorage);
  expect(keyOf({ ...intent, network: 'polygon' })).toBe('key-4');
});
