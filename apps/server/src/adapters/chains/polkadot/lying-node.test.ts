// When a node reports something impossible, the watcher waits with a message, credits nothing and skips nothing: once
// the node is honest again, the payment in question is credited.
import { type Lie, type LyingNode, startLyingNode } from '@kobogate/testkit/chains/lying-node.ts';
import { EVENTS } from '@kobogate/testkit/chains/polkadot/node.ts';
import {
  createTestPolkadot,
  startTestNode,
  STRANGER,
  succeeded,
  type TestPolkadot,
} from '@kobogate/testkit/chains/polkadot/polkadot.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import { watchNetwork } from '../../../custody/deposits/watch-network.ts';

const NEEDED = 2;
let polkadot: TestPolkadot;
let node: LyingNode;

beforeAll(async () => {
  polkadot = await createTestPolkadot(NEEDED);
  node = await startLyingNode(polkadot.node.url);
  polkadot.node.mine(5);
  polkadot.node.finaliseAll();
  await polkadot.watchAll();
});
beforeEach(() => {
  node.lie = null;
  node.answer = null;
});
afterAll(async () => {
  await node.stop();
  await polkadot.stop();
});

const instead =
  (method: string, change: (result: unknown) => unknown): Lie =>
  (asked, result) =>
    asked === method ? change(result) : result;
const atZero =
  (name: unknown): Lie =>
  (method, result, params) =>
    method === 'chain_getBlockHash' && JSON.stringify(params) === '[0]' ? name : result;
const header = (change: object): Lie => instead('chain_getHeader', (result) => Object.assign({}, result, change));
const proof = (change: (nodes: string[]) => unknown): Lie =>
  instead('state_getReadProof', (result) => {
    const nodes = typeof result === 'object' && result !== null && 'proof' in result ? result.proof : [];
    return Object.assign({}, result, { proof: change(Array.isArray(nodes) ? nodes.map(String) : []) });
  });
const block = (change: object): Lie =>
  instead('chain_getBlock', () => ({ block: Object.assign({ extrinsics: [] }, change), justifications: null }));
const oneBefore = (): unknown => {
  const { chain } = polkadot.node;
  const { hash, header: found } = chain.blocks[chain.finalised().header.number - 1] ?? chain.finalised();
  return Object.assign({}, found, { hash, number: `0x${found.number.toString(16)}` });
};

const OTHER_HASH = `0x${'ab'.repeat(32)}`;
/** The relay chain's first block: the same network, another chain. */
const RELAY_CHAIN = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3';
/** 77 planck as bytes of an event, and the same bytes with another amount in their place. */
const PAID = `4d${'00'.repeat(15)}`;
const withAmount = (bytes: string): Lie => proof((nodes) => nodes.map((each) => each.replace(PAID, bytes)));

const lies: [string, Lie][] = [
  ['is on the relay chain', atZero(RELAY_CHAIN)],
  ['has no first block', atZero(null)],
  [
    'runs another chain’s program',
    instead('state_getRuntimeVersion', (result) => Object.assign({}, result, { specName: 'polkadot' })),
  ],
  [
    'does not say which version it runs',
    instead('state_getRuntimeVersion', (result) => Object.assign({}, result, { specVersion: '1' })),
  ],
  ['has no description of its program', instead('state_getMetadata', () => null)],
  ['describes its program in half', instead('state_getMetadata', (result) => String(result).slice(0, 1_000))],
  ['describes its program in a page', instead('state_getMetadata', () => '<html>')],
  ['has no final block', instead('chain_getFinalizedHead', () => null)],
  ['is behind what we have read', instead('chain_getFinalizedHead', () => polkadot.node.chain.blocks[1]?.hash)],
  ['has a final block that it does not give', instead('chain_getFinalizedHead', () => OTHER_HASH)],
  ['names no blocks', instead('chain_getBlockHash', () => ({}))],
  ['names blocks that it does not give', instead('chain_getHeader', () => null)],
  ['gives headers of other blocks', instead('chain_getHeader', oneBefore)],
  ['gives headers without a state', header({ stateRoot: undefined })],
  ['gives headers with a state that it made up', header({ stateRoot: OTHER_HASH })],
  ['gives headers with other parents', header({ parentHash: OTHER_HASH })],
  ['gives headers below the first', header({ number: '-0x1' })],
  ['gives headers above all', header({ number: '0xffffffffffff' })],
  ['gives headers without a digest', header({ digest: null })],
  ['gives events without a proof', instead('state_getReadProof', () => ({ at: OTHER_HASH }))],
  ['gives no events', instead('state_getReadProof', () => null)],
  ['gives an empty proof', proof(() => [])],
  ['gives half a proof', proof((nodes) => nodes.slice(1))],
  ['gives the other half of a proof', proof((nodes) => nodes.slice(0, -1))],
  ['gives a proof that is not bytes', proof((nodes) => nodes.map((each) => `${each}zz`))],
  ['gives a proof that is text', proof(() => 'yes')],
  ['changes an amount', withAmount(`4e${'00'.repeat(15)}`)],
  ['makes an amount as large as can be', withAmount('ff'.repeat(16))],
  ['adds bytes behind the events', proof((nodes) => nodes.map((each) => (each.includes(PAID) ? `${each}00` : each)))],
  ['gives no transactions', instead('chain_getBlock', () => null)],
  ['gives a block without transactions', block({})],
  ['gives transactions that are no list', block({ extrinsics: '0x00' })],
  ['gives transactions of another block', block({ extrinsics: ['0x2804', '0x2804', '0x2804'] })],
];

test.each(lies)('[D9] a node that %s: the watcher waits, and credits the payment once it is honest', async (_, lie) => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([succeeded(EVENTS.transfer(STRANGER, address, 77n))]);
  polkadot.node.mine(NEEDED);
  polkadot.node.finaliseAll();
  const watching = polkadot.watchAt(node.url);
  const before = await polkadot.blocks();
  node.lie = lie;
  await expect(polkadot.watchAll(watching)).rejects.toThrow(NodeFault);
  await expect(watchNetwork(watching)).rejects.toThrow(/^.{20,}\.$/s);
  expect(await polkadot.blocks()).toEqual(before);
  expect(await polkadot.balanceOf(userId)).toBe(0n);
  node.lie = null;
  await polkadot.watchAll(watching);
  expect(await polkadot.balanceOf(userId)).toBe(77n);
});

test.each([
  [200, '<html>busy</html>', /not JSON/],
  [200, '{}', /batch/],
  [200, '[]', /without an answer/],
  [429, '', /429/],
  [200, '{"error":{"code":-32005,"message":"The batch request was too large"}}', /too large/],
])('[D9] a node that answers %s %s: the watcher waits with a message', async (status, text, sentence) => {
  node.answer = { status, text };
  await expect(watchNetwork(polkadot.watchAt(node.url))).rejects.toThrow(sentence);
});

test('[D9] a node that has replaced final blocks: nothing is reversed, and the watcher reports it', async () => {
  const { userId, address } = await polkadot.createUser();
  polkadot.node.extend([succeeded(EVENTS.transfer(STRANGER, address, 50n))]);
  polkadot.node.mine(NEEDED);
  polkadot.node.finaliseAll();
  await polkadot.watchAll();
  expect(await polkadot.balanceOf(userId)).toBe(50n);
  const before = await polkadot.blocks();
  const fork = await startTestNode();
  fork.mine(before.length + NEEDED);
  fork.finaliseAll();
  await expect(watchNetwork(polkadot.watchAt(fork.url))).rejects.toThrow(/another block \d+ than the final one/);
  await fork.stop();
  expect(await polkadot.blocks()).toEqual(before);
  expect(await polkadot.balanceOf(userId)).toBe(50n);
});
