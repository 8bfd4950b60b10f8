// What keeps payouts stopped is read at one look, however many banks and chains there are: a sentence for each kind.
import { expect, test } from 'vitest';
import type { RecoveryCheck } from '../../controls/index.ts';
import { whatIsLeft } from './what-is-left.ts';

const NOW = new Date('2026-11-21T03:20:00.000Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const check = (part: RecoveryCheck['part'], name: string, readTo: Date | null): RecoveryCheck => ({
  part,
  name,
  state: readTo === null ? 'reading' : 'done',
  detail: '',
  readTo,
});

test('one sentence names the chains that are not compared, three of them and how many more', () => {
  const networks = ['ethereum', 'bsc', 'polygon', 'arbitrum', 'solana'];
  const left = (count: number) => whatIsLeft([], 0, { rails: [], networks: networks.slice(0, count) }, NOW);
  expect(left(1)).toEqual(['Ethereum: the chain has not been compared yet.']);
  expect(left(2)).toEqual(['Ethereum and BNB Smart Chain: these chains have not been compared yet.']);
  expect(left(5)).toEqual(['Ethereum, BNB Smart Chain, Polygon and 2 more: these chains have not been compared yet.']);
});

test('banks that were not read, those that were read too long ago, chains and transfers are each a sentence', () => {
  const compared = { rails: ['budpay', 'paystack', 'monnify'], networks: ['ethereum', 'bsc'] };
  const checks = [check('rail', 'monnify', minutesAgo(11)), check('chain', 'bsc', minutesAgo(60))];
  expect(whatIsLeft(checks, 2, compared, NOW)).toEqual([
    'BudPay and Paystack: their lists have not been read whole yet.',
    'Monnify: its list has to be read up to now again.',
    'Ethereum: the chain has not been compared yet.',
    '2 transfers are still to be decided.',
  ]);
});

test('nothing is left where all is compared and decided', () => {
  const checks = [check('rail', 'budpay', minutesAgo(9)), check('chain', 'bsc', minutesAgo(60))];
  expect(whatIsLeft(checks, 0, { rails: ['budpay'], networks: ['bsc'] }, NOW)).toEqual([]);
});
