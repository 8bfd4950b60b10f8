// When a node reports something impossible, the watcher waits with a message, credits nothing and skips nothing: once
// the node is honest again, the payments in question are credited.
import { type Lie, type LyingNode, startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import {
  createTestSolana,
  payCoins,
  payTokens,
  type TestSolana,
  USDC,
} from '@kobogate/testkit/chains/solana/solana.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

let solana: TestSolana;
let node: LyingNode;

beforeAll(async () => {
  solana = await createTestSolana(1);
  node = await startLyingNode(solana.node.url);
  solana.node.mine(5);
  await solana.watchAll();
});
beforeEach(() => {
  node.lie = null;
  node.answer = null;
});
afterAll(async () => {
  await node.stop();
  await solana.stop();
});

const instead =
  (method: string, change: (result: unknown) => unknown): Lie =>
  (asked, result) =>
    asked === method ? change(result) : result;
const isFull = (result: unknown): result is object =>
  typeof result === 'object' && result !== null && 'transactions' in result;
/** Full blocks with other fields. */
const block = (change: object): Lie =>
  instead('getBlock', (result) => (isFull(result) ? Object.assign(result, change) : result));
const header = (change: object): Lie =>
  instead('getBlock', (result) => (typeof result === 'object' ? Object.assign({}, result, change) : result));
/** The text of full blocks with a replacement in it. */
const text = (from: string, to: string): Lie =>
  instead('getBlock', (result) => (isFull(result) ? JSON.parse(JSON.stringify(result).replaceAll(from, to)) : result));

const lies: [string, Lie][] = [
  ['is on a test network', instead('getGenesisHash', () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG')],
  ['has no genesis', instead('getGenesisHash', () => null)],
  ['is behind what we have read', instead('getSlot', () => 1)],
  ['has a slot that is none', instead('getSlot', () => 'soon')],
  ['has a slot below zero', instead('getSlot', () => -1)],
  ['lists no slots', instead('getBlocksWithLimit', () => null)],
  ['lists slots backwards', instead('getBlocksWithLimit', (result) => [...(Array.isArray(result) ? result : []), 1])],
  ['lists slots before those asked for', instead('getBlocksWithLimit', () => [0])],
  ['lists slots that are no numbers', instead('getBlocksWithLimit', () => ['a'])],
  [
    'leaves a block out of its list',
    instead('getBlocksWithLimit', (result) => (Array.isArray(result) && result.length > 1 ? result.slice(1) : result)),
  ],
  ['gives no blocks', instead('getBlock', () => null)],
  ['gives a list for a block', instead('getBlock', () => [])],
  ['names a block with something else', header({ blockhash: '0xabc' })],
  ['has a newest block of another fork', header({ blockhash: keyOf('another') })],
  ['gives a block that follows another one', block({ previousBlockhash: keyOf('another') })],
  ['gives a block that follows itself', block({ parentSlot: 10_000_000 })],
  ['gives a block whose parent is half a slot', block({ parentSlot: 1.5 })],
  ['gives a block of a time beyond all dates', block({ blockTime: 9_007_199_254_740_991 })],
  ['gives a block without transactions', block({ transactions: null })],
  ['leaves the list of transactions away', block({ transactions: undefined })],
  ['gives transactions without balances', block({ transactions: [{ transaction: {}, meta: null }] })],
  ['leaves out whether a transaction failed', text('"err":null,', '')],
  ['has fewer balances than accounts', text('"postBalances":[8000000000,', '"postBalances":[')],
  ['gives a negative balance', text('777', '-777')],
  ['gives a balance in decimals', text('777', '777.5')],
  ['gives a balance as text', text('777', '"777"')],
  ['gives a balance that JSON does not have exactly', text('777', '9007199254740993')],
  ['gives a negative amount of tokens', text('"888"', '"-888"')],
  ['gives an amount of tokens in hexadecimal', text('"888"', '"0x378"')],
  ['gives an amount of tokens as a number', text('"888"', '888')],
  ['says that a token has other decimals', text('"decimals":6', '"decimals":9')],
  ['points at an account that is not there', text('"accountIndex":1', '"accountIndex":9')],
  ['hides whose tokens they are', text('"owner"', '"keeper"')],
  ['names a transaction with something else', text('"signatures":["', '"signatures":["0')],
  ['leaves out who signed', text('"signer"', '"signs"')],
];

test.each(lies)(
  '[D9] a node that %s: the watcher waits, and credits the payments once it is honest',
  async (_, lie) => {
    const { userId, address } = await solana.createUser('SOL');
    solana.node.extend([payCoins(address, 777), payTokens(address, USDC, 888n)]);
    solana.node.mine(1);
    const watching = solana.watchAt(node.url);
    const before = await solana.blocks();
    node.lie = lie;
    await expect(solana.watchAll(watching)).rejects.toThrow(NodeFault);
    await expect(watchNetwork(watching)).rejects.toThrow(/^.{20,}\.$/s);
    expect(await solana.blocks()).toEqual(before);
    expect(await solana.deposits(userId)).toEqual([]);
    node.lie = null;
    await solana.watchAll(watching);
    expect([await solana.balanceOf(userId, 'SOL'), await solana.balanceOf(userId, 'USDC')]).toEqual([777n, 888n]);
  },
);

test.each([
  [200, '<html>busy</html>', /not JSON/],
  [200, '{}', /batch/],
  [200, '[]', /without an answer/],
  [429, '', /429/],
  [200, '{"error":{"code":-32005,"message":"Node is unhealthy"}}', /Node is unhealthy/],
])('[D9] a node that answers %s %s: the watcher waits with a message', async (status, body, sentence) => {
  node.answer = { status, text: body };
  await expect(watchNetwork(solana.watchAt(node.url))).rejects.toThrow(sentence);
});

test('[D9] a block that is listed but not there yet, and one that the node has lost, are distinguished, and the watcher waits for both', async () => {
  const { userId, address } = await solana.createUser('SOL');
  const slot = solana.node.extend([payCoins(address, 5)]);
  solana.node.mine(1);
  const lists = (slots: readonly number[]): Lie => instead('getBlocksWithLimit', () => slots);
  const watching = solana.watchAt(node.url);
  node.lie = (method, result, params) =>
    method === 'getBlocksWithLimit' && JSON.stringify(params).startsWith(`[${slot},`)
      ? [slot, slot + 1, slot + 2]
      : result;
  await solana.watchAll(watching);
  expect(await solana.balanceOf(userId, 'SOL')).toBe(5n);

  const hole = solana.node.extend([payCoins(address, 6, 5)], 3) - 1;
  node.lie = lists([hole]);
  await expect(watchNetwork(watching)).rejects.toThrow(/lists its block .* and does not give it/);
  node.lie = (method, result, params) =>
    method === 'getSlot' ? hole + 50 : lists([hole + 50])(method, result, params);
  await expect(watchNetwork(watching)).rejects.toThrow(/does not have its block .* yet/);
  node.lie = null;
  await solana.watchAll(watching);
  expect(await solana.balanceOf(userId, 'SOL')).toBe(11n);
});
