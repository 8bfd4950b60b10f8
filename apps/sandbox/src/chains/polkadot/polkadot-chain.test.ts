// The chain of Asset Hub speaks a Substrate node's protocol: its headers hash, its state proofs and signatures verify,
// no final block is ever replaced, and everything survives a restart.
import { checkAddress, polkadotAddress } from '@kobogate/addresses';
import { EVENTS_KEY, fromHex, hash256, readTransfer, toHex } from '@kobogate/substrate';
import { temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import { verify } from '@scure/sr25519';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type PolkadotChain, startPolkadotChain } from './polkadot-chain.ts';

const TO = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const OTHER = '14GFzffQsqqAnVd6NJMRC4C7DBgjNmeN8h7Y8ygjrS1iQDGK';
const ASSET_HUB = '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f';
const BlockAnswer = z.object({ block: z.object({ extrinsics: z.array(z.string()) }) });
const Proof = z.object({ proof: z.array(z.string()) });

const open: PolkadotChain[] = [];
async function start(folder = temporaryFolder()): Promise<PolkadotChain> {
  const chain = await startPolkadotChain({ folder, log: () => undefined, blockSeconds: 0 });
  open.push(chain);
  return chain;
}
afterAll(() => Promise.all(open.map((chain) => chain.close())));

async function send(chain: PolkadotChain, body: unknown): Promise<unknown> {
  const { rpc } = await chain.describe();
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(rpc, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}
const Answer = z.object({ result: z.unknown().optional() });
const ask = async (chain: PolkadotChain, method: string, ...params: unknown[]): Promise<unknown> =>
  Answer.parse(await send(chain, { jsonrpc: '2.0', id: 1, method, params })).result;
const extrinsicsAt = async (chain: PolkadotChain, height: number): Promise<string[]> =>
  BlockAnswer.parse(await ask(chain, 'chain_getBlock', await ask(chain, 'chain_getBlockHash', height))).block
    .extrinsics;

test('it begins with Asset Hub’s own first block, and finality stays two blocks behind', async () => {
  const chain = await start();
  expect(await ask(chain, 'chain_getBlockHash', 0)).toBe(ASSET_HUB);
  const { height } = await chain.mine(3);
  expect(await ask(chain, 'chain_getFinalizedHead')).toBe(await ask(chain, 'chain_getBlockHash', height - 2));
  expect(await ask(chain, 'chain_getHeader')).toMatchObject({ number: `0x${height.toString(16)}` });
});

test('a payment is a signed extrinsic that waits, and moves its amount once it is in a block', async () => {
  const chain = await start();
  const { txid } = await chain.pay('DOT', TO, '1.0123456789');
  expect(await chain.balance(TO, 'DOT')).toEqual({ amount: '0', units: '0' });
  const { height } = await chain.mine(1);
  expect(await chain.balance(TO, 'DOT')).toEqual({ amount: '1.0123456789', units: '10123456789' });
  const raw = fromHex((await extrinsicsAt(chain, height)).at(-1) ?? '');
  expect(toHex(hash256(raw))).toBe(txid);
  const transfer = readTransfer(raw);
  expect(transfer).toMatchObject({ amount: 10_123_456_789n, nonce: 0 });
  expect(polkadotAddress(transfer?.to ?? new Uint8Array()).address).toBe(TO);
});

test('the signature of a payment covers its call, its runtime and its chain', async () => {
  const chain = await start();
  await chain.pay('DOT', TO, '2');
  const { height } = await chain.mine(1);
  const raw = fromHex((await extrinsicsAt(chain, height)).at(-1) ?? '');
  const signed = readTransfer(raw);
  if (signed === null) throw new Error('no signed extrinsic');
  // Behind length, version, address and signature (2 + 1 + 33 + 65 bytes): era, nonce, tip, fee asset, metadata hash;
  // the call.
  const rest = Buffer.from(raw).subarray(101);
  const [extra, call] = [rest.subarray(0, 5), rest.subarray(5)];
  const versions = Buffer.alloc(8);
  versions.writeUInt32LE(2_002_000, 0);
  versions.writeUInt32LE(15, 4);
  const genesis = fromHex(ASSET_HUB);
  const payload = Buffer.concat([call, extra, versions, genesis, genesis, Buffer.alloc(1)]);
  expect(verify(payload, signed.signature, signed.from)).toBe(true);
  expect(verify(Buffer.concat([payload, payload]), signed.signature, signed.from)).toBe(false);
});

test('[K1] coins of another chain are in the account at once, in a block of their own, over a restart', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  const before = (await chain.describe()).height;
  const { txid } = await chain.arrive(TO, '2.5');
  expect(await chain.balance(TO, 'DOT')).toEqual({ amount: '2.5', units: '25000000000' });
  expect(await ask(chain, 'chain_getBlockHash', before + 1)).toBe(txid);
  await expect(chain.arrive(OTHER, '0.001')).rejects.toThrow('0.01 DOT');
  await chain.pay('DOT', OTHER, '1');
  await chain.arrive(TO, '0.5');
  await chain.close();
  const again = await start(folder);
  expect(await again.balance(TO, 'DOT')).toMatchObject({ amount: '3' });
  expect(await again.balance(OTHER, 'DOT')).toMatchObject({ amount: '1' });
});

test('less than 0.01 DOT to a new account is in a block, and fails', async () => {
  const chain = await start();
  const { txid } = await chain.pay('DOT', TO, '0.0099999999');
  const { height } = await chain.mine(1);
  expect((await extrinsicsAt(chain, height)).map((text) => toHex(hash256(fromHex(text))))).toContain(txid);
  expect((await chain.balance(TO, 'DOT')).units).toBe('0');
  await chain.pay('DOT', TO, '0.01');
  await chain.mine(1);
  await chain.pay('DOT', TO, '0.0099999999');
  await chain.mine(1);
  expect((await chain.balance(TO, 'DOT')).amount).toBe('0.0199999999');
});

test('several calls come in one batch, and a refusal has its own code', async () => {
  const chain = await start();
  const batch = ['system_chain', 'no_such_call', 'state_getMetadata'].map((method, id) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: id === 2 ? ['0x00'] : [],
  }));
  expect(await send(chain, batch)).toMatchObject([
    { id: 0, result: 'Polkadot Asset Hub' },
    { id: 1, error: { code: -32_601 } },
    { id: 2, error: { code: 4003 } },
  ]);
  expect(await send(chain, [])).toMatchObject({ error: { code: -32_600 } });
});

test('a reorganisation keeps, moves and drops transactions as told, and never touches final blocks', async () => {
  const chain = await start();
  const kept = await chain.pay('DOT', TO, '1');
  const before = await chain.mine(1);
  const dropped = await chain.pay('DOT', OTHER, '2');
  await chain.mine(1);
  const after = await chain.reorg(2, [dropped.txid], [kept.txid]);
  expect(after.height).toBe(before.height + 1);
  expect(await ask(chain, 'chain_getBlockHash', before.height)).not.toBe(before.hash);
  expect(await extrinsicsAt(chain, before.height)).toHaveLength(1);
  expect((await chain.balance(TO, 'DOT')).amount).toBe('1');
  expect((await chain.balance(OTHER, 'DOT')).amount).toBe('0');
  await expect(chain.reorg(3, [], [])).rejects.toThrow('never replaced');
  await chain.mine(2);
  const next = await chain.pay('DOT', OTHER, '3');
  await chain.reorg(0, [next.txid], []);
  await chain.mine(1);
  expect((await chain.balance(OTHER, 'DOT')).amount).toBe('0');
});

test('blocks, waiting extrinsics, finality and the port are there again after a restart', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  await chain.pay('DOT', TO, '1');
  await chain.mine(2);
  await chain.reorg(1, [], []);
  await chain.pay('DOT', TO, '2');
  const before = [await chain.describe(), await ask(chain, 'chain_getFinalizedHead')];
  await chain.close();
  const again = await start(folder);
  expect([await again.describe(), await ask(again, 'chain_getFinalizedHead')]).toEqual(before);
  await again.mine(1);
  expect((await again.balance(TO, 'DOT')).amount).toBe('3');
});

test('the proof of a block’s events begins at its state root', async () => {
  const chain = await start();
  await chain.pay('DOT', TO, '1');
  const { hash } = await chain.mine(1);
  const { proof } = Proof.parse(await ask(chain, 'state_getReadProof', [EVENTS_KEY], hash));
  const header = z.object({ stateRoot: z.string() }).parse(await ask(chain, 'chain_getHeader', hash));
  expect(proof.map((node) => toHex(hash256(fromHex(node))))).toContain(header.stateRoot);
  expect(proof).toContain(await ask(chain, 'state_getStorage', EVENTS_KEY, hash));
});

test.each([
  ['another coin', 'ETH', TO, '1', /no ETH/],
  ['a broken checksum', 'DOT', TO.replace('Sp5', 'Sp6'), '1', /checksum/],
  ['too many decimals', 'DOT', TO, '0.12345678901', /not an amount/],
  ['more than there is', 'DOT', TO, '20000000', /holds less/],
])('%s is refused in words', async (_, asset, to, amount, sentence) => {
  const chain = await start();
  await expect(chain.pay(asset, to, amount)).rejects.toThrow(sentence);
});

test('the address that is paid has the key that events carry', () => {
  expect(checkAddress('polkadot', TO, 'Polkadot')).toMatchObject({
    addressKey: 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
  });
});
