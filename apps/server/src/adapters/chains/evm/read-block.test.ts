// A block is read completely or not at all, and gives the payments in it.
import { expect, test } from 'vitest';
import { readBlock } from './read-block.ts';

const HASH = `0x${'11'.repeat(32)}`;
const TO = `0x${'Ab'.repeat(20)}`;
const FROM = `0x${'Cd'.repeat(20)}`;
const transaction = (position: number, fields: object = {}) => ({
  hash: `0x${position.toString(16).padStart(64, '0')}`,
  blockHash: HASH,
  transactionIndex: `0x${position.toString(16)}`,
  from: FROM,
  to: TO,
  value: '0x0',
  ...fields,
});
const block = (transactions: readonly object[], fields: object = {}) => ({
  number: '0x10',
  hash: HASH,
  parentHash: `0x${'22'.repeat(32)}`,
  timestamp: '0x5',
  gasUsed: '0x5208',
  logsBloom: '0x',
  transactions,
  ...fields,
});

test('payments are those transactions that send coins, with the recipient in lower case', () => {
  const value = `0x${(2n ** 200n).toString(16)}`;
  const sent = [transaction(0), transaction(1, { value }), transaction(2, { to: null, value: '0x5' })];
  const read = readBlock(block(sent));
  expect(read).toMatchObject({ height: 16n, hash: HASH, madeAt: new Date(5000) });
  expect(read?.payments).toEqual([{ transaction: sent[1]?.hash, to: TO.toLowerCase(), value: 2n ** 200n }]);
  expect(read?.transactions).toEqual(sent.map(({ hash }) => hash));
  expect(read?.senders).toEqual(sent.map(() => FROM.toLowerCase()));
});

test.each([
  ['without one in the middle', block([transaction(0), transaction(2)])],
  ['with one twice', block([transaction(0), transaction(0)])],
  ['with one of another block', block([transaction(0, { blockHash: `0x${'33'.repeat(32)}` })])],
  ['without any, though gas was used', block([])],
  ['of hashes instead of whole transactions', block([transaction(0)], { transactions: [HASH] })],
  ['without a list', block([], { transactions: null })],
  ['without a sender', block([transaction(0, { from: undefined })])],
  ['with a value that is none', block([transaction(0, { value: '12.5' })])],
  ['with a value beyond 256 bits', block([transaction(0, { value: `0x1${'0'.repeat(64)}` })])],
])('[D9] a block %s is refused', (_, value) => {
  expect(() => readBlock(value)).toThrow(/can't be read/);
});

test('a block that does not exist is null', () => {
  expect(readBlock(null)).toBeNull();
});
