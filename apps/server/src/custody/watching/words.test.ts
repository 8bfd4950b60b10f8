// What counts as a provider's word on a payment, and when providers overrule what was recorded of it.
import { expect, test } from 'vitest';
import type { ScannedBlock, Transfer } from '../deposits/chain.ts';
import { describeContradiction, overruling, recorded, type Word, wordOn } from './words.ts';

const deposit = {
  identity: 'tx 0',
  paidAs: 'ETH@ethereum',
  addressKey: 'ours',
  amount: 1000n * 10n ** 18n,
  blockHash: 'block 7',
} as const;
const transfer = (amount: bigint): Transfer => ({
  identity: deposit.identity,
  transaction: 'tx',
  asset: deposit.paidAs,
  addressKey: deposit.addressKey,
  amount,
});
const block = (transfers: readonly Transfer[], more: Partial<ScannedBlock> = {}): ScannedBlock => ({
  height: 7n,
  hash: deposit.blockHash,
  parentHash: 'block 6',
  madeAt: new Date(0),
  transfers,
  ...more,
});
const AS_RECORDED: Word = { key: recorded(deposit), transfers: [transfer(deposit.amount)] };
const TRUE: Word = { key: 'ETH@ethereum ours 1000000000000000000', transfers: [transfer(10n ** 18n)] };
const NOTHING: Word = { key: '', transfers: [] };
const words = (...all: readonly Word[]) => new Map(all.map((word, at) => [`host ${at}`, word]));

test('[D12] a provider’s word is what its block has of the payment', () => {
  expect(wordOn(deposit, [block([transfer(deposit.amount)])])).toEqual(AS_RECORDED);
  expect(wordOn(deposit, [block([transfer(10n ** 18n)])])).toEqual(TRUE);
  expect(wordOn(deposit, [block([])])).toEqual(NOTHING);
});

test('[D12] another block, no answer, and a block without its trace that lacks the payment say nothing', () => {
  expect(wordOn(deposit, null)).toBeNull();
  expect(wordOn(deposit, [block([], { hash: 'another' })])).toBeNull();
  expect(wordOn(deposit, [block([], { isUntraced: true })])).toBeNull();
  expect(wordOn(deposit, [block([transfer(10n ** 18n)], { isUntraced: true })])).toEqual(TRUE);
});

test('[D12] so many who say the same overrule what was recorded, also while another one repeats it', () => {
  expect(overruling(deposit, words(AS_RECORDED, TRUE, TRUE), 2)).toBe(TRUE);
  expect(overruling(deposit, words(AS_RECORDED, TRUE), 2)).toBeNull();
  expect(overruling(deposit, words(AS_RECORDED, AS_RECORDED), 2)).toBeNull();
  expect(overruling(deposit, words(TRUE), 1)).toBe(TRUE);
});

test('[D12] that there is no such payment counts only where none shows it any more', () => {
  expect(overruling(deposit, words(AS_RECORDED, NOTHING, NOTHING), 2)).toBeNull();
  expect(overruling(deposit, words(NOTHING, NOTHING), 2)).toBe(NOTHING);
});

test('[D12] a contradiction names each provider and what it has', () => {
  expect(describeContradiction(words(AS_RECORDED, TRUE, NOTHING), recorded(deposit))).toBe(
    'host 1 has 1 ETH in its place. host 2 has no such payment in this block.',
  );
  expect(describeContradiction(words(AS_RECORDED), recorded(deposit))).toBeNull();
});
