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
  expect(payments).toEqual([{ transaction: TRANSACTION, place: 0, to: TO, value: 5n }]);
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

test('[D5][D12] both APIs name a payment alike, though only one of them lists calls of precompiled contracts', () => {
  const OTHER = `0x${'cc'.repeat(20)}`;
  const precompiled = { type: 'STATICCALL', to: `0x${'0'.repeat(39)}1`, value: '0x0' };
  const payments = readFlatTrace([
    flat([], '0x0'),
    flat([0], '0x5'),
    flat([1], '0x6', { action: { callType: 'call', to: OTHER, value: '0x6' } }),
    flat([2], '0x5'),
  ]);
  expect(payments).toEqual([
    { transaction: TRANSACTION, place: 0, to: TO, value: 5n },
    { transaction: TRANSACTION, place: 0, to: OTHER, value: 6n },
    { transaction: TRANSACTION, place: 1, to: TO, value: 5n },
  ]);
  const calls = [precompiled, call('0x5'), precompiled, { ...call('0x6'), to: OTHER }, call('0x5')];
  expect(readNestedTrace([{ txHash: TRANSACTION, result: call('0x0', { calls }) }])).toEqual(payments);
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
  expect(readFlatTrace([flat([1], '0x0', end)])).toEqual([{ transaction: TRANSACTION, place: 0, to: TO, value: 8n }]);
});

test('[D9] a trace that is no trace is refused', () => {
  expect(() => readFlatTrace({})).toThrow(/can't be read/);
  expect(() => readFlatTrace([flat([0], 'much')])).toThrow(/can't be read/);
  expect(() => readNestedTrace([{ txHash: TRANSACTION }])).toThrow(/can't be read/);
});
