// The plan keeps each sender's payments in order of nonce, with any of them dropped or moved.
import { expect, test } from 'vitest';
import type { MinedTransaction } from './reorg-plan.ts';
import { planReorg } from './reorg-plan.ts';

const FAUCET = '0xfa';
const sent = (hash: `0x${string}`, from: `0x${string}`, nonce: number, slot: number): MinedTransaction => ({
  hash,
  raw: `0x00${hash.slice(2)}`,
  from,
  nonce,
  slot,
});
const TRANSACTIONS = [
  sent('0x1', FAUCET, 7, 0),
  sent('0x2', '0xee', 0, 0),
  sent('0x3', FAUCET, 8, 1),
  sent('0x4', '0xee', 1, 1),
];
const plan = (drop: string[], move: string[] = []) => planReorg(TRANSACTIONS, { depth: 3, drop, move, faucet: FAUCET });

test('nothing named: everything is mined again in its own block', () => {
  expect(plan([])).toEqual({ mined: TRANSACTIONS.map(({ raw, slot }) => ({ raw, slot })), waiting: [] });
});

test('a dropped payment of the faucet leaves its nonce filled, so that the next one stays valid', () => {
  expect(plan(['0x1']).mined[0]).toEqual({ nonce: 7, slot: 0 });
  expect(plan(['0x1']).mined).toContainEqual({ raw: '0x003', slot: 1 });
});

test("what followed another sender's dropped transaction waits instead of being mined out of order", () => {
  expect(plan(['0x2'])).toEqual({
    mined: [
      { raw: '0x001', slot: 0 },
      { raw: '0x003', slot: 1 },
    ],
    waiting: ['0x004'],
  });
});

test('a moved transaction moves its sender’s later ones into the last block too', () => {
  expect(plan([], ['0x1']).mined.filter(({ slot }) => slot === 2)).toEqual([
    { raw: '0x001', slot: 2 },
    { raw: '0x003', slot: 2 },
  ]);
});

test('a transaction that is in none of the blocks is refused by name', () => {
  expect(() => plan(['0x9'])).toThrow('0x9 is in none of the last 3 blocks.');
});
