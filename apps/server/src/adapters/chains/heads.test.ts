// A node's announcements are a reason to look and never more: a connection that ends, says nothing, is on another chain or
// jumps back is named and made again, one at a time, and what is announced by real nodes' rules is read.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { NetworkId } from '@kobogate/contract';
import { type Anvil, startAnvil } from '@kobogate/testkit/chains/evm/anvil.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Heads } from '../../custody/index.ts';
import { createEvmChain } from './evm/evm-chain.ts';
import { createHeads } from './heads.ts';

let anvil: Anvil;
const ends: (() => void)[] = [];

beforeAll(async () => {
  anvil = await startAnvil(1);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(() => anvil.stop());

const bySocket = (url: string): string => url.replace(/^http/, 'ws');

function listenAt(url: string, network: NetworkId, silentMs = 60_000): { heads: Heads; woken: () => number } {
  const heads = createHeads({ url, network, lagBlocks: 10, firstPauseMs: 5, silentMs });
  if (heads === null) throw new Error(`${network} has no announcements`);
  let times = 0;
  heads.start(() => {
    times += 1;
  });
  ends.push(() => heads.stop());
  return { heads, woken: () => times };
}

interface FakeNode {
  readonly url: string;
  readonly connections: () => number;
  readonly open: () => number;
  /** What was asked, over all connections. */
  readonly asked: string[];
  send(message: object): void;
  hangUp(): void;
}

/** A node that answers each method with a result, and announces what the test says. */
async function startFake(results: Readonly<Record<string, unknown>>): Promise<FakeNode> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const asked: string[] = [];
  let connections = 0;
  server.on('connection', (socket: WebSocket) => {
    connections += 1;
    socket.on('message', (data: Buffer) => {
      const { id, method } = JSON.parse(data.toString()) as { id: number; method: string };
      asked.push(method);
      if (results[method] === HANG_UP) {
        socket.terminate();
        return;
      }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
    });
  });
  ends.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    open: () => server.clients.size,
    asked,
    send: (message) => {
      for (const socket of server.clients) socket.send(JSON.stringify(message));
    },
    hangUp: () => {
      for (const socket of server.clients) socket.terminate();
    },
  };
}

/** The first block of Polkadot's Asset Hub, as public lists have it. */
const ASSET_HUB = '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f';
const HANG_UP = Symbol('ends the connection');
const MAINNET = { eth_chainId: '0x1', eth_subscribe: '0xcd' };
const head = (height: number, subscription = '0xcd') => ({
  jsonrpc: '2.0',
  method: 'eth_subscription',
  params: { subscription, result: { number: `0x${height.toString(16)}`, hash: `0x${'00'.repeat(32)}` } },
});
const subscribed = (node: FakeNode, method: string) => expect.poll(() => node.asked).toContain(method);

test('a real node’s new block wakes, and its height is known; the poll itself reads the same node by WebSocket', async () => {
  const { heads, woken } = listenAt(bySocket(anvil.url), 'ethereum');
  await expect
    .poll(async () => {
      await anvil.rpc('evm_mine');
      return woken();
    })
    .toBeGreaterThan(1);
  const now = Number(await anvil.rpc('eth_blockNumber'));
  await expect.poll(() => heads.status()).toMatchObject({ state: 'live', height: BigInt(now), lastError: null });
  expect(heads.status().gapMs).toBeGreaterThan(0);
  const chain = createEvmChain({ network: 'ethereum', provider: bySocket(anvil.url) });
  expect((await chain.look(0n)).head.height).toBe(BigInt(now));
  const nobody = () => Promise.resolve(new Set<string>());
  expect(await chain.scan(1n, BigInt(now), nobody)).toHaveLength(now);
});

test('a node of another chain is named, and wakes no watcher', async () => {
  const other = await startAnvil(56);
  try {
    const { heads, woken } = listenAt(bySocket(other.url), 'ethereum');
    await expect
      .poll(() => heads.status())
      .toMatchObject({ state: 'down', lastError: 'Its WebSocket is on chain 56, and Ethereum is chain 1.' });
    await other.rpc('evm_mine');
    const first = heads.status().lastErrorAt;
    await expect.poll(() => heads.status().lastErrorAt).not.toEqual(first);
    expect(woken()).toBe(0);
  } finally {
    await other.stop();
  }
});

test('a block far below one that was announced is named, and the connection is made again; a reorganisation is not', async () => {
  const node = await startFake(MAINNET);
  const { heads, woken } = listenAt(node.url, 'ethereum');
  await subscribed(node, 'eth_subscribe');
  for (const height of [100, 99, 90]) node.send(head(height));
  await expect.poll(woken).toBe(3);
  expect(heads.status()).toMatchObject({ state: 'live', height: 90n, lastError: null });
  node.send(head(89));
  await expect.poll(() => heads.status().lastError).toBe('It announced block 89 after block 100.');
  expect(woken()).toBe(3);
  await expect.poll(node.connections).toBe(2);
  await expect.poll(() => node.asked.filter((method) => method === 'eth_subscribe')).toHaveLength(2);
  node.send(head(89));
  await expect.poll(() => heads.status()).toMatchObject({ state: 'live', height: 89n });
});

test('a connection that ends is made again, one at a time; a silent one too; and none after the stop', async () => {
  const node = await startFake(MAINNET);
  const { heads } = listenAt(node.url, 'ethereum', 50);
  for (const times of [1, 2, 3]) {
    await expect.poll(node.connections).toBeGreaterThanOrEqual(times);
    await expect.poll(node.open).toBe(1);
    node.hangUp();
  }
  await expect.poll(() => heads.status().lastError).toBe('The node ended the WebSocket connection.');
  // From here on it says nothing.
  await expect.poll(() => heads.status().lastError).toMatch(/^It has announced no block for/);
  expect(node.open()).toBeLessThanOrEqual(1);
  heads.stop();
  await expect.poll(node.open).toBe(0);
  expect(heads.status().state).toBe('down');
});

test('what is no announcement of this subscription wakes no watcher', async () => {
  const node = await startFake(MAINNET);
  const { heads, woken } = listenAt(node.url, 'ethereum');
  await subscribed(node, 'eth_subscribe');
  node.send(head(7, '0xother'));
  node.send({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription: '0xcd', result: { number: 'x' } } });
  node.send({ jsonrpc: '2.0', method: 'eth_subscription', params: null });
  node.send([1, 'text', null]);
  node.send(head(8));
  await expect.poll(woken).toBe(1);
  expect(heads.status().height).toBe(8n);
});

test('Polkadot’s finalised heads and Solana’s roots wake too, in their nodes’ own form', async () => {
  const polkadot = await startFake({
    chain_getBlockHash: ASSET_HUB,
    chain_subscribeFinalizedHeads: 'abc',
  });
  const solana = await startFake({ rootSubscribe: 3 });
  const [dot, sol] = [listenAt(polkadot.url, 'polkadot'), listenAt(solana.url, 'solana')];
  await subscribed(polkadot, 'chain_subscribeFinalizedHeads');
  await subscribed(solana, 'rootSubscribe');
  polkadot.send({
    jsonrpc: '2.0',
    method: 'chain_finalizedHead',
    params: { subscription: 'abc', result: { number: '0x1f', parentHash: '0x' } },
  });
  solana.send({ jsonrpc: '2.0', method: 'rootNotification', params: { subscription: 3, result: 42 } });
  await expect.poll(() => dot.heads.status().height).toBe(31n);
  await expect.poll(() => sol.heads.status().height).toBe(42n);
  expect(createHeads({ url: solana.url, network: 'mainnet', lagBlocks: 10 })).toBeNull();
});

test('a call that a WebSocket leaves without an answer fails as a node’s fault, and the next one connects again', async () => {
  const answers: Record<string, unknown> = { eth_getBlockByNumber: HANG_UP };
  const node = await startFake(answers);
  const chain = createEvmChain({ network: 'ethereum', provider: node.url });
  await expect(chain.look(0n)).rejects.toThrow('The node ended the WebSocket connection.');
  answers['eth_getBlockByNumber'] = null;
  await expect(chain.look(0n)).rejects.toThrow('The node has no newest block.');
  expect(node.connections()).toBe(2);
  for (const end of ends.splice(0)) end();
  await expect(chain.look(0n)).rejects.toThrow(/WebSocket/);
});
