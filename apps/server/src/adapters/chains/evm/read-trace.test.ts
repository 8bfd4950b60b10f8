// Both tracing APIs give the same payments, and none that a failed outer call has undone.
import { expect, test } from 'vitest';
import { readFlatTrace, readNestedTrace } from './read-trace.ts';

const TRANSACTION = `0x${'aa'.repeat(32)}`;
const TO = `0x${'bb'.repeat(20)}`;

const flat = (traceAddress: number[], value: string, extra: object = {}) => ({
  transactionHash: TRANSACTION,
  traceAddress,
  type: 'call',
  action: { callType: 'call', to: TO, value },
  ...extra,
});
const call = (value: string, extra: object = {}) => ({ type: 'CALL', to: TO, value, ...extra });

test('[D2] a call inside one that failed moved nothing, at any depth', () => {
  const payments = readFlatTrace([
    flat([], '0x1'),
    flat([0], '0x2', { error: 'Reverted' }),
    flat([0, 0], '0x3'),
    flat([0, 0, 0], '0x4'),
    flat([1], '0x5'),
    flat([1, 0], '0x0'),
  ]);
  expect(payments).toEqual([{ transaction: TRANSACTION, path: '1', to: TO, value: 5n }]);
  const nested = readNestedTrace([
    {
      txHash: TRANSACTION,
      result: call('0x1', {
        calls: [
          call('0x2', { error: 'execution reverted', calls: [call('0x3', { calls: [call('0x4')] })] }),
          call('0x5', { calls: [call('0x0')] }),
        ],
      }),
    },
  ]);
  expect(nested).toEqual(payments);
});

test('[D12] a payment has one place, whether its node shows calls of precompiled contracts, as callTracer does, or not', () => {
  const recover = `0x${'0'.repeat(39)}1`;
  const asked = (traceAddress: number[]) =>
    flat(traceAddress, '0x0', { action: { callType: 'staticcall', to: recover, value: '0x0' } });
  // A contract of several owners checks their signatures, and then pays: twice directly, once by another contract.
  const shown = [flat([], '0x0'), asked([0]), asked([1]), flat([2], '0x5'), flat([3], '0x0'), asked([3, 0])];
  const withThem = readFlatTrace([...shown, flat([3, 1], '0x6'), asked([4]), flat([5], '0x7')]);
  const without = readFlatTrace([
    flat([], '0x0'),
    flat([0], '0x5'),
    flat([1], '0x0'),
    flat([1, 0], '0x6'),
    flat([2], '0x7'),
  ]);
  const ask = { type: 'STATICCALL', to: recover };
  const nested = readNestedTrace([
    {
      txHash: TRANSACTION,
      result: call('0x0', {
        calls: [ask, ask, call('0x5'), call('0x0', { calls: [ask, call('0x6')] }), ask, call('0x7')],
      }),
    },
  ]);
  expect(without.map(({ path }) => path)).toEqual(['0', '1-0', '2']);
  expect(nested).toEqual(without);
  expect(withThem).toEqual(without);
});

test('[D2] a failed transaction moved nothing inside', () => {
  expect(readFlatTrace([flat([], '0x0', { error: 'out of gas' }), flat([0], '0x9')])).toEqual([]);
});

test('code that runs with borrowed value moves none; a contract that ends gives its coins away', () => {
  expect(readFlatTrace([flat([0], '0x7', { action: { callType: 'delegatecall', to: TO, value: '0x7' } })])).toEqual([]);
  const end = {
    type: 'suicide',
    action: { address: TO, refundAddress: TO.toUpperCase().replace('X', 'x'), balance: '0x8' },
  };
  expect(readFlatTrace([flat([1], '0x0', end)])).toEqual([{ transaction: TRANSACTION, path: '1', to: TO, value: 8n }]);
});

test('[D9] a trace that is no trace is refused', () => {
  expect(() => readFlatTrace({})).toThrow(/can't be read/);
  expect(() => readFlatTrace([flat([0], 'much')])).toThrow(/can't be read/);
  expect(() => readNestedTrace([{ txHash: TRANSACTION }])).toThrow(/can't be read/);
});
