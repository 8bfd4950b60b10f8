// The amounts in a refund form are exact: the shown net amount is what the network pays out.
import type { Refundable } from '@kobogate/contract';
import { REFUND_STATES } from '@kobogate/testkit/contract/states.ts';
import { expect, test } from 'vitest';
import { emptyRefund, netOfFee, possibleRefund, REFUND_WORDS, refundProblem, refundSentence } from './refund-words.ts';

test.each([
  ['5', '2', '3.000000000000000000'],
  ['0.02', '0.00005', '0.019950000000000000'],
  ['2', '2', null],
  ['1', '2', null],
  ['x', '2', null],
])('%s less %s is %s', (amount, fee, net) => {
  expect(netOfFee(amount, fee)).toBe(net);
});

const coins = { available: '10', fee: '2', currency: 'USDT' };
test.each([
  [{ amount: '', address: 'a', password: 'p' }, /above zero/],
  [{ amount: '1e1', address: 'a', password: 'p' }, /above zero/],
  [{ amount: '10.1', address: 'a', password: 'p' }, /You have 10 USDT/],
  [{ amount: '2', address: 'a', password: 'p' }, /nothing would be left/],
  [{ amount: '5', address: ' ', password: 'p' }, /address/],
  [{ amount: '5', address: 'a', password: '' }, /password/],
])('%o is refused in words', (form, words) => {
  expect(refundProblem(form, coins)?.text).toMatch(words);
});

test('a whole form is sent', () => {
  expect(refundProblem({ amount: '10', address: 'a', password: 'p' }, coins)).toBeNull();
});

test.each(REFUND_STATES)('%s has a word and a sentence', (status) => {
  expect(REFUND_WORDS[status].text).not.toBe('');
  expect(refundSentence({ status, reason: 'Because.' })).toMatch(/\.$/);
});

const of = (asset: string, savedAddress: string | null): Refundable => ({
  asset,
  currency: 'USDT',
  network: 'bsc',
  networkName: 'Sample',
  place: 'balance',
  available: '10',
  fee: '2',
  savedAddress,
});

test('what was typed before a login is restored, but not for a coin that can’t be sent back any more', () => {
  const there = [of('USDT@bsc', 'a'), of('USDT@polygon', null)];
  expect(emptyRefund(there)).toEqual({ asset: 'USDT@bsc', amount: '', address: 'a' });
  const typed = { asset: 'USDT@polygon', amount: '5', address: 'b' };
  expect(possibleRefund(typed, there)).toBe(typed);
  expect(possibleRefund(typed, there.slice(0, 1))).toEqual(emptyRefund(there));
});
