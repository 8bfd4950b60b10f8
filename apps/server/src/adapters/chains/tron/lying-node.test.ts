// What only looks like a payment on TRON is none, and nothing is believed of a node whose answers do not agree.
import { type LyingNode, startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { startTestTron, tronOwner } from '@kobogate/testkit/chains/tron/tron.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Lie } from '@kobogate/testkit/chains/lying-node.ts';
import { NodeFault } from '../../../custody/index.ts';
import { createTronChain } from './tron-chain.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const payee = tronOwner(0, 0);
let tron: Awaited<ReturnType<typeof startTestTron>>;
let node: LyingNode;
let at: { usdt: bigint; trx: bigint };
beforeAll(async () => {
  tron = await startTestTron();
  node = await startLyingNode(tron.url);
  const newest = async (): Promise<bigint> => BigInt((await tron.chain.describe()).height);
  await tron.pay('USDT', payee.address, '40');
  const usdt = await newest();
  await tron.pay('TRX', payee.address, '3.5');
  at = { usdt, trx: await newest() };
  await tron.chain.mine(2);
});
afterAll(async () => {
  await node.stop();
  await tron.stop();
});
beforeEach(() => {
  node.lie = null;
});

const watcher = () => createTronChain({ provider: node.url });
async function scan(height: bigint): Promise<string[]> {
  const blocks = await watcher().scan(height, height, async () => new Set([payee.addressKey]));
  return blocks.flatMap(({ transfers }) => transfers.map(({ asset, amount }) => `${amount} ${asset}`));
}
const about =
  (name: string, change: (result: unknown) => unknown): Lie =>
  (method, result) =>
    method === name ? change(result) : result;
/** The same answer with every text of one kind replaced. */
const replaced =
  (pattern: RegExp, by: string) =>
  (result: unknown): unknown =>
    JSON.parse(JSON.stringify(result).replace(pattern, by));

test('[D3] the amount of a TRC-10 token that anybody can make, which the node shows as value, is no TRX', async () => {
  expect(await scan(at.trx)).toEqual(['3500000 TRX@tron']);
  node.lie = about('/wallet/gettransactionbyid', replaced(/"TransferContract"/g, '"TransferAssetContract"'));
  expect(await scan(at.trx)).toEqual([]);
});

test('[D8] a failed transfer of USDT is not credited', async () => {
  expect(await scan(at.usdt)).toEqual(['40000000 USDT@tron']);
  node.lie = (method, result) => {
    if (method === 'eth_getLogs') return [];
    return method === 'eth_getTransactionReceipt' ? replaced(/"status":"0x1"/, '"status":"0x0"')(result) : result;
  };
  expect(await scan(at.usdt)).toEqual([]);
});

test('[D11] logs of a machine that does not have the block yet are none: without a filter in the block nothing else tells', async () => {
  node.lie = (method, result) => {
    if (method === 'eth_getLogs') return [];
    return method === 'eth_blockNumber' ? `0x${(at.usdt - 1n).toString(16)}` : result;
  };
  await expect(scan(at.usdt)).rejects.toThrow(/does not have yet/);
  node.lie = null;
  expect(await scan(at.usdt)).toEqual(['40000000 USDT@tron']);
});

test.each<[string, 'usdt' | 'trx', Lie]>([
  ['a node that is on another chain', 'trx', about('eth_chainId', () => '0x1')],
  [
    'a node that says different amounts at its two APIs',
    'trx',
    about('/wallet/gettransactionbyid', replaced(/"amount":3500000/, '"amount":3500001')),
  ],
  ['a node that has a block without its transaction', 'trx', about('/wallet/gettransactionbyid', () => ({}))],
  [
    'a node that reports a token transfer that its receipt does not have',
    'usdt',
    about('eth_getTransactionReceipt', replaced(/"logs":\[.*\]/, '"logs":[]')),
  ],
])('[D4] %s is not believed', async (_name, block, lie) => {
  node.lie = lie;
  await expect(scan(at[block])).rejects.toThrow(NodeFault);
  node.lie = null;
  expect(await scan(at[block])).toHaveLength(1);
});

test('[D4] a node that calls a block final whose id is of another height is not believed', async () => {
  node.lie = about('/walletsolidity/getnowblock', replaced(/"number":\d+/, '"number":7'));
  await expect(watcher().finalHeight?.()).rejects.toThrow(NodeFault);
});
