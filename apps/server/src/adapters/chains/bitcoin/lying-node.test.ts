// When a node reports something impossible, the watcher waits with a message, credits nothing and skips nothing: once
// the node is honest again, the payment in question is credited.
import { createTestBitcoin, type TestBitcoin } from '@kobogate/testkit/chains/bitcoin/bitcoin.ts';
import { blockHex, makeHeader, makeTransaction } from '@kobogate/testkit/chains/bitcoin/node.ts';
import { type Lie, type LyingNode, startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 2;
let bitcoin: TestBitcoin;
let node: LyingNode;

beforeAll(async () => {
  bitcoin = await createTestBitcoin(NEEDED);
  node = await startLyingNode(bitcoin.node.url);
  bitcoin.node.mine(5);
  await bitcoin.watchAll();
});
beforeEach(() => {
  node.lie = null;
  node.answer = null;
});
afterAll(async () => {
  await node.stop();
  await bitcoin.stop();
});

const instead =
  (method: string, change: (result: unknown) => unknown): Lie =>
  (asked, result) =>
    asked === method ? change(result) : result;
const info = (change: object): Lie => instead('getblockchaininfo', (result) => Object.assign({}, result, change));
const block = (change: (hex: string) => unknown): Lie => instead('getblock', (result) => change(String(result)));
/** 77 satoshi as bytes of an output, and the same bytes with another amount in their place. */
const PAID = '4d00000000000000';
const withAmount = (bytes: string): Lie => block((hex) => hex.replace(PAID, bytes));

const HEADER_LETTERS = 160;
const coinbase = makeTransaction([], { isCoinbase: true });
const paysNobody = makeTransaction([{ script: '51', amount: 77n }]);
const foreignHeader = makeHeader(Buffer.alloc(80), [coinbase, paysNobody]);

const lies: [string, Lie][] = [
  ['is on a test network', info({ chain: 'test' })],
  [
    'has another first block',
    (method, result, params) =>
      method === 'getblockhash' && JSON.stringify(params) === '[0]' ? 'ab'.repeat(32) : result,
  ],
  ['is still fetching the chain', info({ initialblockdownload: true })],
  ['does not say whether it is still fetching the chain', info({ initialblockdownload: undefined })],
  ['is behind what we have read', info({ blocks: 1 })],
  ['has a height that is none', info({ blocks: 'soon' })],
  ['has a newest block without a name', info({ bestblockhash: null })],
  ['has no account of its chain', instead('getblockchaininfo', () => null)],
  ['names no blocks', instead('getblockhash', () => ({}))],
  ['names blocks that it does not give', instead('getblock', () => null)],
  ['gives headers of other blocks', instead('getblockheader', () => foreignHeader.toString('hex'))],
  ['gives half a header', instead('getblockheader', (result) => String(result).slice(0, 80))],
  ['gives a block that it did not name', block(() => blockHex(foreignHeader, [coinbase, paysNobody]))],
  ['gives a block without transactions', block((hex) => `${hex.slice(0, HEADER_LETTERS)}00`)],
  [
    'leaves out all transactions but the first',
    block((hex) => `${hex.slice(0, HEADER_LETTERS)}01${coinbase.raw.toString('hex')}`),
  ],
  ['changes an amount', withAmount('4e00000000000000')],
  ['gives a negative amount', withAmount('b3ffffffffffffff')],
  ['gives more than all coins', withAmount('0000000000ffff7f')],
  ['gives a block cut short', block((hex) => hex.slice(0, -20))],
  ['gives a block with bytes after its end', block((hex) => `${hex}00`)],
  [
    'repeats its last transaction',
    block(
      (hex) => `${hex.slice(0, HEADER_LETTERS)}03${hex.slice(HEADER_LETTERS + 2)}${paysNobody.raw.toString('hex')}`,
    ),
  ],
  [
    'counts more transactions than can be',
    block((hex) => `${hex.slice(0, HEADER_LETTERS)}ff${hex.slice(HEADER_LETTERS + 2)}`),
  ],
  ['gives letters that are no bytes', block((hex) => `zz${hex.slice(2)}`)],
  ['gives a block as an object', instead('getblock', () => ({ tx: [] }))],
];

test.each(lies)('[D9] a node that %s: the watcher waits, and credits the payment once it is honest', async (_, lie) => {
  const { userId, script } = await bitcoin.createUser();
  bitcoin.node.extend([makeTransaction([{ script, amount: 77n }])]);
  bitcoin.node.mine(NEEDED);
  const watching = bitcoin.watchAt(node.url);
  const before = await bitcoin.blocks();
  node.lie = lie;
  await expect(bitcoin.watchAll(watching)).rejects.toThrow(NodeFault);
  await expect(watchNetwork(watching)).rejects.toThrow(/^.{20,}\.$/s);
  expect(await bitcoin.blocks()).toEqual(before);
  expect(await bitcoin.balanceOf(userId)).toBe(0n);
  node.lie = null;
  await bitcoin.watchAll(watching);
  expect(await bitcoin.balanceOf(userId)).toBe(77n);
});

test.each([
  [200, '<html>busy</html>', /not JSON/],
  [200, '{}', /batch/],
  [200, '[]', /without an answer/],
  [401, '', /401/],
  [200, '{"error":{"code":-28,"message":"Loading block index…"}}', /Loading block index/],
])('[D9] a node that answers %s %s: the watcher waits with a message', async (status, text, sentence) => {
  node.answer = { status, text };
  await expect(watchNetwork(bitcoin.watchAt(node.url))).rejects.toThrow(sentence);
});

test('a list of transactions that only looks like the block’s is refused: its last one twice has the same root', async () => {
  const { userId, script } = await bitcoin.createUser();
  const [first, second] = [makeTransaction([{ script: '51', amount: 1n }]), makeTransaction([{ script, amount: 5n }])];
  bitcoin.node.extend([first, second]);
  bitcoin.node.mine(NEEDED);
  node.lie = block((hex) => {
    const isIt = hex.includes(second.raw.toString('hex'));
    const doubled = `${hex.slice(0, HEADER_LETTERS)}04${hex.slice(HEADER_LETTERS + 2)}${second.raw.toString('hex')}`;
    return isIt ? doubled : hex;
  });
  await expect(bitcoin.watchAll(bitcoin.watchAt(node.url))).rejects.toThrow(/another block/);
  node.lie = null;
  await bitcoin.watchAll();
  expect(await bitcoin.balanceOf(userId)).toBe(5n);
});
