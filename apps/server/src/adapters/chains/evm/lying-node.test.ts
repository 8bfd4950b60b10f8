// When a node reports something impossible, the watcher waits with a message, credits nothing and skips nothing: once
// the node is honest again, the payment in question is credited.
import { emitTransfer, runtimeCode } from '@kobogate/testkit/chains/evm/contracts.ts';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { type Lie, type LyingNode, startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 2;
const ASSET = 'USDT@ethereum';
let network: TestNetwork;
let node: LyingNode;

beforeAll(async () => {
  network = await createTestNetwork('ethereum', NEEDED);
  node = await startLyingNode(network.anvil.url);
  await network.watchAll();
});
beforeEach(() => {
  node.lie = null;
  node.answer = null;
});
afterAll(async () => {
  await node.stop();
  await network.stop();
});

type Change = (result: Record<string, unknown>) => Record<string, unknown>;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes every object in the answers of one method, also those in lists. */
const onEach =
  (method: string, change: Change): Lie =>
  (asked, result) => {
    if (asked !== method) return result;
    if (Array.isArray(result)) return result.map((item: unknown) => (isObject(item) ? change(item) : item));
    return isObject(result) ? change(result) : result;
  };
const instead =
  (method: string, answer: unknown): Lie =>
  (asked, result) =>
    asked === method ? answer : result;
const onFullBlocks =
  (change: Change): Lie =>
  (method, result, params) =>
    method === 'eth_getBlockByNumber' && Array.isArray(params) && params[1] === true && isObject(result)
      ? change(result)
      : result;

const OTHER_HASH = `0x${'12'.repeat(32)}`;
const lies: [string, Lie][] = [
  ['is on the wrong chain', instead('eth_chainId', '0x38')],
  ['gives no block', onFullBlocks(() => ({}))],
  [
    'has forgotten the blocks it announced',
    (method, result, params) =>
      onFullBlocks(() => ({ gone: true }))(method, result, params) === result ? result : null,
  ],
  ['gives a block of another height', onFullBlocks((block) => ({ ...block, number: '0x1' }))],
  ['gives a block that does not follow ours', onFullBlocks((block) => ({ ...block, parentHash: OTHER_HASH }))],
  ['leaves out all transactions', onFullBlocks((block) => ({ ...block, transactions: [] }))],
  ['gives transactions of another block', onFullBlocks((block) => ({ ...block, hash: OTHER_HASH }))],
  [
    'leaves out logs',
    (method, result, params) =>
      method === 'eth_getLogs' && JSON.stringify(params).includes('fromBlock') ? [] : result,
  ],
  ['gives logs of another block', onEach('eth_getLogs', (log) => ({ ...log, blockHash: OTHER_HASH }))],
  ['gives logs that were taken back', onEach('eth_getLogs', (log) => ({ ...log, removed: true }))],
  ['gives logs without an amount', onEach('eth_getLogs', (log) => ({ ...log, data: '0x' }))],
  ['gives logs that the receipt has not', onEach('eth_getLogs', (log) => ({ ...log, data: `0x${'0'.repeat(62)}ff` }))],
  ['refuses the logs', instead('eth_getLogs', { message: 'query returned more than 10000 results' })],
  ['has no receipt', instead('eth_getTransactionReceipt', null)],
  [
    'gives a receipt of another block',
    onEach('eth_getTransactionReceipt', (receipt) => ({ ...receipt, blockHash: OTHER_HASH })),
  ],
  [
    'gives a receipt of failure with logs',
    onEach('eth_getTransactionReceipt', (receipt) => ({ ...receipt, status: '0x0' })),
  ],
  [
    'gives a trace of another block',
    onEach('trace_block', (trace) => ({
      ...trace,
      transactionHash: OTHER_HASH,
      traceAddress: [0],
      type: 'call',
      action: { callType: 'call', to: `0x${'34'.repeat(20)}`, value: '0x1' },
    })),
  ],
  [
    'is behind what we have read',
    (method, result, params) =>
      method === 'eth_getBlockByNumber' && Array.isArray(params) && params[0] === 'latest' && isObject(result)
        ? { ...result, number: '0x0' }
        : result,
  ],
  ['gives numbers that are none', onFullBlocks((block) => ({ ...block, number: 'soon' }))],
  ['gives a time beyond all dates', onFullBlocks((block) => ({ ...block, timestamp: `0x${'f'.repeat(13)}` }))],
];

test.each(lies)('[D9] a node that %s: the watcher waits, and credits the payment once it is honest', async (_, lie) => {
  const { userId, address } = await network.createUser('USDT');
  await network.place(network.contractOf('USDT'), runtimeCode(emitTransfer(address, 77n)));
  await network.mineTransaction(await network.sign(network.contractOf('USDT'), 0n));
  await network.mine(NEEDED);
  const watching = network.watchAt(node.url);
  const before = await network.database.query(`select * from block order by height`);
  node.lie = lie;
  await expect(network.watchAll(watching)).rejects.toThrow(NodeFault);
  await expect(watchNetwork(watching)).rejects.toThrow(/^.{20,}\.$/s);
  expect(await network.database.query(`select * from block order by height`)).toEqual(before);
  expect(await network.balanceOf(userId, ASSET)).toBe(0n);
  node.lie = null;
  await network.watchAll(watching);
  expect(await network.balanceOf(userId, ASSET)).toBe(77n);
});

test.each([
  [200, '<html>busy</html>', /not JSON/],
  [200, '{}', /batch/],
  [200, '[]', /without an answer/],
  [503, '[]', /503/],
  [200, '{"error":{"code":-32005,"message":"too many requests"}}', /too many requests/],
])('[D9] a node that answers %s %s: the watcher waits with a message', async (status, text, sentence) => {
  node.answer = { status, text };
  await expect(watchNetwork(network.watchAt(node.url))).rejects.toThrow(sentence);
});

test('[D9] a node that is down: the watcher waits with a message', async () => {
  await expect(watchNetwork(network.watchAt('http://127.0.0.1:1'))).rejects.toThrow('The node can’t be reached.');
});

test('[D9] a node that was started afresh has none of our blocks: the watcher waits and reverses nothing', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.mineTransaction(await network.sign(address, 5n));
  await network.mine(NEEDED);
  await network.watchAll();
  node.lie = onEach('eth_getBlockByNumber', (block) => ({ ...block, hash: `0x${'ab'.repeat(32)}` }));
  await expect(watchNetwork(network.watchAt(node.url))).rejects.toThrow(/none of the blocks/);
  expect(await network.balanceOf(userId, 'ETH@ethereum')).toBe(5n);
});
