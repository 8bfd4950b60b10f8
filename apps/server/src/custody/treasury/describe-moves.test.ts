// What a transaction of ours moved is booked to the unit: coins that leave one place arrive at another, or went to a
// customer or the network.
import type { RefundId, UserId } from '@kobogate/contract';
import type { BitcoinPlanned, CardanoPlanned, EvmPlanned } from '@kobogate/plans';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import type { Transfer } from '../../ledger/index.ts';
import { describeMoves, nativeOf } from './describe-moves.ts';

const place = (chain: 0 | 1) => ({ chain, index: 3, address: 'ours' });
const evm = (changes: Partial<EvmPlanned>): EvmPlanned => ({
  kind: 'evm',
  stage: 0,
  purpose: 'sweep',
  asset: 'USDT@ethereum',
  amount: 40n,
  from: place(0),
  payee: '0x',
  payeePlace: place(1),
  refundId: null,
  nonce: 0,
  to: '0x',
  value: 0n,
  data: '0x',
  gas: 1n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  ...changes,
});
const refund = { id: idFor<RefundId>('r'), userId: idFor<UserId>('u'), asset: 'USDT@ethereum', amount: 10n, fee: 2n };
const lines = (transfers: readonly Transfer[]) =>
  transfers.map(({ debit, credit, amount }) => `${debit.code} < ${credit.code} ${amount}`);
const ok = { isSuccess: true, fee: 7n };

test('a sweep goes to the treasury, and its fee is paid by the address that had the gas', () => {
  expect(lines(describeMoves('ethereum', evm({}), ok, []))).toEqual([
    'treasury:USDT@ethereum < custody:USDT@ethereum 40',
    'network-fees:ETH@ethereum < custody:ETH@ethereum 7',
  ]);
});

test('gas goes from the treasury to a deposit address', () => {
  const gas = evm({ purpose: 'gas', asset: 'POL@polygon', from: place(1), payeePlace: place(0) });
  expect(lines(describeMoves('polygon', gas, ok, []))).toEqual([
    'custody:POL@polygon < treasury:POL@polygon 40',
    'network-fees:POL@polygon < treasury:POL@polygon 7',
  ]);
});

test('a refund is the amount set aside: the amount paid, and the owner’s part of the fee', () => {
  const paid = evm({ purpose: 'refund', amount: 8n, from: place(1), payeePlace: null, refundId: idFor<RefundId>('r') });
  expect(lines(describeMoves('ethereum', paid, ok, [refund]))).toEqual([
    'refunding:USDT@ethereum:u < treasury:USDT@ethereum 8',
    'refunding:USDT@ethereum:u < network-fees:USDT@ethereum 2',
    'network-fees:ETH@ethereum < treasury:ETH@ethereum 7',
  ]);
});

test('one that failed in its block cost its fee and moved nothing', () => {
  for (const purpose of ['sweep', 'refund'] as const) {
    const failed = describeMoves('ethereum', evm({ purpose }), { isSuccess: false, fee: 7n }, [refund]);
    expect(lines(failed)).toEqual(['network-fees:ETH@ethereum < custody:ETH@ethereum 7']);
  }
});

test('Bitcoin: all coins of deposit addresses pass through the treasury, which pays and keeps the change', () => {
  const planned: BitcoinPlanned = {
    kind: 'bitcoin',
    stage: 0,
    psbt: '',
    inputs: [
      { place: place(0), amount: 50n },
      { place: place(1), amount: 30n },
    ],
    outputs: [],
    fee: 7n,
  };
  const moves = describeMoves('mainnet', planned, ok, [{ ...refund, asset: 'BTC@mainnet' }]);
  expect(lines(moves)).toEqual([
    'treasury:BTC@mainnet < custody:BTC@mainnet 50',
    'refunding:BTC@mainnet:u < treasury:BTC@mainnet 8',
    'refunding:BTC@mainnet:u < network-fees:BTC@mainnet 2',
    'network-fees:BTC@mainnet < treasury:BTC@mainnet 7',
  ]);
});

test('Cardano’s transactions are booked as Bitcoin’s: what leaves deposit addresses passes through the treasury', () => {
  const planned: CardanoPlanned = {
    kind: 'cardano',
    stage: 0,
    inputs: [{ place: place(0), transaction: '', index: 0, amount: 50n }],
    outputs: [],
    fee: 7n,
  };
  const moves = describeMoves('cardano', planned, ok, [{ ...refund, asset: 'ADA@cardano' }]);
  expect(lines(moves)).toEqual([
    'treasury:ADA@cardano < custody:ADA@cardano 50',
    'refunding:ADA@cardano:u < treasury:ADA@cardano 8',
    'refunding:ADA@cardano:u < network-fees:ADA@cardano 2',
    'network-fees:ADA@cardano < treasury:ADA@cardano 7',
  ]);
});

test('every network that coins are moved on has an own coin that its fees are counted in', () => {
  expect((['mainnet', 'bsc', 'polygon', 'avalanche', 'optimism'] as const).map(nativeOf)).toEqual([
    'BTC@mainnet',
    'BNB@bsc',
    'POL@polygon',
    'AVAX@avalanche',
    'ETH@optimism',
  ]);
});
