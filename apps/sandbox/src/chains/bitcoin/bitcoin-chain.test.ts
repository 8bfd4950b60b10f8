// The Bitcoin chain speaks Bitcoin Core's protocol with real transactions: their hashes and signatures verify,
// reorganisations and replacements work as on the real network, and everything survives a restart.
import { temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import { afterAll, expect, test } from 'vitest';
import { Transaction } from '@scure/btc-signer';
import type { BitcoinChain } from './bitcoin-chain.ts';
import { startBitcoinChain } from './bitcoin-chain.ts';
import { displayed, hash256 } from './hash.ts';

const TO = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const OTHER = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g';
const GENESIS_HASH = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

const open: BitcoinChain[] = [];
async function start(folder = temporaryFolder()): Promise<BitcoinChain> {
  const chain = await startBitcoinChain({ folder, log: () => undefined, blockSeconds: 0 });
  open.push(chain);
  return chain;
}
afterAll(() => Promise.all(open.map((chain) => chain.close())));

async function ask(chain: BitcoinChain, body: unknown, user?: string): Promise<{ status: number; json: unknown }> {
  const url = new URL((await chain.describe()).rpc);
  const authorization = `Basic ${Buffer.from(user ?? `${url.username}:${url.password}`).toString('base64')}`;
  const response = await fetch(url.origin, { method: 'POST', headers: { authorization }, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, json: text === '' ? null : JSON.parse(text) };
}

async function rpc(chain: BitcoinChain, method: string, ...params: unknown[]): Promise<unknown> {
  const { json } = await ask(chain, { id: 1, method, params });
  return typeof json === 'object' && json !== null && 'result' in json ? json.result : undefined;
}

test('it begins with the main network’s own first block, and every header hashes to its name', async () => {
  const chain = await start();
  expect(await rpc(chain, 'getblockhash', 0)).toBe(GENESIS_HASH);
  const { height, hash } = await chain.mine(2);
  expect(await rpc(chain, 'getblockhash', height)).toBe(hash);
  const names: string[] = [];
  const parents: string[] = [];
  for (let at = 0; at <= height; at += 1) {
    const name = String(await rpc(chain, 'getblockhash', at));
    const header = Buffer.from(String(await rpc(chain, 'getblockheader', name, false)), 'hex');
    expect(displayed(hash256(header))).toBe(name);
    names.push(name);
    parents.push(displayed(header.subarray(4, 36)));
  }
  expect(parents.slice(1)).toEqual(names.slice(0, -1));
});

test('a payment is a signed transaction that waits, and moves its amount once it is in a block', async () => {
  const chain = await start();
  const { txid } = await chain.pay('BTC', TO, '0.12345678');
  expect(await rpc(chain, 'getrawmempool')).toEqual([txid]);
  expect(await chain.balance(TO, 'BTC')).toEqual({ amount: '0', units: '0' });
  await chain.mine(1);
  expect(await rpc(chain, 'getrawmempool')).toEqual([]);
  expect(await chain.balance(TO, 'BTC')).toEqual({ amount: '0.12345678', units: '12345678' });
  const raw = Buffer.from(String(await rpc(chain, 'getrawtransaction', txid)), 'hex');
  expect(Transaction.fromRaw(raw).id).toBe(txid);
});

test('several calls come in one batch, a refusal has its own code, and a caller without the password gets nothing', async () => {
  const chain = await start();
  const batch = [
    { id: 7, method: 'getblockcount', params: [] },
    { id: 8, method: 'getblockhash', params: [100_000] },
    { id: 9, method: 'no-such-call' },
  ];
  const { json } = await ask(chain, batch);
  expect(json).toMatchObject([
    { id: 7, error: null },
    { id: 8, result: null, error: { code: -8 } },
    { id: 9, error: { code: -32_601 } },
  ]);
  expect((await ask(chain, batch[1])).status).toBe(500);
  expect((await ask(chain, batch, 'wrong:user')).status).toBe(401);
});

test('[D7] a replaced transaction is never mined, its replacement is', async () => {
  const chain = await start();
  const first = await chain.pay('BTC', TO, '1');
  const second = await chain.replace(first.txid, OTHER, '0.5');
  expect(await rpc(chain, 'getrawmempool')).toEqual([second.txid]);
  await chain.mine(3);
  expect((await chain.balance(TO, 'BTC')).units).toBe('0');
  expect((await chain.balance(OTHER, 'BTC')).units).toBe('50000000');
  await expect(chain.replace(first.txid, OTHER, '0.5')).rejects.toThrow('does not wait');
});

test('a reorganisation keeps, moves and drops transactions as told', async () => {
  const chain = await start();
  const kept = await chain.pay('BTC', TO, '1');
  const before = await chain.mine(1);
  const dropped = await chain.pay('BTC', OTHER, '2');
  const moved = await chain.pay('BTC', TO, '4');
  await chain.mine(1);
  const after = await chain.reorg(2, [dropped.txid], [moved.txid]);
  expect(after.height).toBe(before.height + 2);
  expect(await rpc(chain, 'getblockhash', before.height)).not.toBe(before.hash);
  const at = async (height: number) => rpc(chain, 'getblock', await rpc(chain, 'getblockhash', height), 1);
  expect(await at(before.height)).toMatchObject({ tx: [expect.any(String), kept.txid] });
  expect(await at(after.height)).toMatchObject({ tx: [expect.any(String), moved.txid, expect.any(String)] });
  await chain.mine(3);
  expect((await chain.balance(TO, 'BTC')).amount).toBe('5');
  expect((await chain.balance(OTHER, 'BTC')).amount).toBe('0');
});

test('blocks, waiting transactions and the port are there again after a restart', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  await chain.pay('BTC', TO, '1');
  await chain.mine(2);
  await chain.reorg(1, [], []);
  await chain.pay('BTC', TO, '2');
  const before = await chain.describe();
  await chain.close();
  const again = await start(folder);
  expect(await again.describe()).toEqual(before);
  await again.mine(1);
  expect((await again.balance(TO, 'BTC')).amount).toBe('3');
});

test.each([
  ['another coin', 'ETH', TO, '1', /no ETH/],
  ['a broken checksum', 'BTC', TO.replace('8z3', '8z4'), '1', /checksum/],
  ['too many decimals', 'BTC', TO, '0.123456789', /not an amount/],
  ['more than there is', 'BTC', TO, '20000000', /holds less/],
])('%s is refused in words', async (_, asset, to, amount, sentence) => {
  const chain = await start();
  await expect(chain.pay(asset, to, amount)).rejects.toThrow(sentence);
});
