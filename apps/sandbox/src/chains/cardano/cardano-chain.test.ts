// The Cardano chain answers by Blockfrost's own published schema, with transactions whose ids and signatures verify;
// rollbacks and failed contracts work as on the real network, and everything survives a restart.
import { validateSchema } from '@blockfrost/openapi';
import { cardanoAddress, checkAddress } from '@kobogate/addresses';
import { cardanoBody, cardanoSigned } from '@kobogate/plans';
import { temporaryFolder } from '@kobogate/testkit/sandbox/files.ts';
import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PROJECT_ID } from './api-server.ts';
import { type CardanoChain, startCardanoChain } from './cardano-chain.ts';

/** CIP-19's own example of an enterprise address, and of one with a stake key. */
const TO = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const OTHER = 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';

const open: CardanoChain[] = [];
async function start(folder = temporaryFolder()): Promise<CardanoChain> {
  const chain = await startCardanoChain({ folder, log: () => undefined, blockSeconds: 0 });
  open.push(chain);
  return chain;
}
afterAll(() => Promise.all(open.map((chain) => chain.close())));

async function ask(
  chain: CardanoChain,
  path: string,
  projectId = PROJECT_ID,
): Promise<{ status: number; json: unknown }> {
  const { rpc } = await chain.describe();
  const response = await fetch(rpc + path, { headers: { project_id: projectId } });
  return { status: response.status, json: await response.json() };
}

const get = async (chain: CardanoChain, path: string): Promise<unknown> => (await ask(chain, path)).json;
const Block = z.object({ hash: z.string(), previous_block: z.string().nullable(), tx_count: z.number() });
const blockAt = async (chain: CardanoChain, at: number | string) => Block.parse(await get(chain, `/blocks/${at}`));

test('it identifies itself as the main network, every block follows the one before, and a caller without the key gets nothing', async () => {
  const chain = await start();
  expect(await get(chain, '/genesis')).toMatchObject({ network_magic: 764_824_073, system_start: 1_506_203_091 });
  const { height, hash } = await chain.mine(2);
  expect((await blockAt(chain, 'latest')).hash).toBe(hash);
  for (let at = height; at > 0; at -= 1) {
    expect((await blockAt(chain, at)).previous_block).toBe((await blockAt(chain, at - 1)).hash);
  }
  expect(await ask(chain, '/genesis', 'mainnetSomebodyElse')).toMatchObject({ status: 403 });
  expect(await ask(chain, '/blocks/999999')).toMatchObject({ status: 404, json: { status_code: 404 } });
  expect(await ask(chain, '/blocks/latest/txs?count=101')).toMatchObject({ status: 400 });
});

test('every answer has the form that Blockfrost publishes for it', async () => {
  // The schema names a format that is a sentence, which its own validator warns about.
  vi.spyOn(console, 'warn').mockReturnValue();
  const chain = await start();
  const paid = await chain.payOddly(TO, '25.5', { tokens: { Kobo: '7' }, fails: false });
  const failed = await chain.payOddly(TO, '3', { tokens: {}, fails: true, back: OTHER });
  const { hash } = await chain.mine(1);
  await chain.pay('ADA', TO, '1');
  const answers: readonly (readonly [schema: string, path: string])[] = [
    ['genesis_content', '/genesis'],
    ['block_content', '/blocks/latest'],
    ['block_content', `/blocks/${hash}`],
    ['block_content', '/blocks/3'],
    ['block_content', '/blocks/1/next'],
    ['block_content', `/blocks/${hash}/previous`],
    ['block_content_txs', `/blocks/${hash}/txs`],
    ['block_content_txs_cbor', `/blocks/${hash}/txs/cbor`],
    ['block_content_addresses', `/blocks/${hash}/addresses`],
    ...[paid.txid, failed.txid].flatMap((id): [string, string][] => [
      ['tx_content', `/txs/${id}`],
      ['tx_content_utxo', `/txs/${id}/utxos`],
      ['tx_content_cbor', `/txs/${id}/cbor`],
    ]),
    ['address_content', `/addresses/${TO}`],
    ['address_utxo_content', `/addresses/${TO}/utxos`],
    ['address_transactions_content', `/addresses/${TO}/transactions`],
    ['mempool_content', '/mempool'],
    ['epoch_param_content', '/epochs/latest/parameters'],
  ];
  for (const [schema, path] of answers) {
    const { status, json } = await ask(chain, path);
    expect(status, path).toBe(200);
    const parts: unknown[] = schema === 'block_content' && Array.isArray(json) ? json : [json];
    for (const part of parts) expect(validateSchema(schema, part).isValid, path).toBe(true);
  }
});

test('a payment is bytes whose hash is its id, signed by the payer; it waits, and moves its amount once it is in a block', async () => {
  const chain = await start();
  const { txid } = await chain.pay('ADA', TO, '25.123456');
  expect(await get(chain, '/mempool')).toEqual([{ tx_hash: txid }]);
  expect((await ask(chain, `/txs/${txid}`)).status).toBe(404);
  await chain.mine(1);
  expect(await get(chain, '/mempool')).toEqual([]);
  expect(await chain.balance(TO, 'ADA')).toEqual({ amount: '25.123456', units: '25123456' });
  expect(await get(chain, `/txs/${txid}/utxos`)).toMatchObject({
    outputs: [{ address: TO, output_index: 0, amount: [{ unit: 'lovelace', quantity: '25123456' }] }, {}],
  });
  const { cbor } = z.object({ cbor: z.string() }).parse(await get(chain, `/txs/${txid}/cbor`));
  // [body, {0: 258([[key, signature]])}, true, null]
  const shape = /^84(?<body>a4.*)a100d9010281825820(?<key>.{64})5840(?<signature>.{128})f5f6$/;
  const { body = '', key = '', signature = '' } = shape.exec(cbor)?.groups ?? {};
  const id = blake2b(hexToBytes(body), { dkLen: 32 });
  expect(bytesToHex(id)).toBe(txid);
  expect(ed25519.verify(hexToBytes(signature), id, hexToBytes(key))).toBe(true);
});

test('of a transaction whose contract fails only the rest of its collateral arrives', async () => {
  const chain = await start();
  const { txid } = await chain.payOddly(TO, '3', { tokens: {}, fails: true, back: OTHER });
  await chain.mine(1);
  expect(await get(chain, `/txs/${txid}`)).toMatchObject({ valid_contract: false });
  expect((await chain.balance(TO, 'ADA')).units).toBe('0');
  expect((await chain.balance(OTHER, 'ADA')).units).toBe('999999500000');
  expect(await get(chain, `/addresses/${OTHER}/utxos`)).toMatchObject([{ tx_hash: txid, output_index: 2 }]);
});

/** A payer's key, and a transaction that gives the amount of one of its coins, and its tokens, to `to`. */
const KEY = blake2b(Buffer.from('a payer with play money'), { dkLen: 32 });
const OWNER = cardanoAddress(ed25519.getPublicKey(KEY)).address;
const Coins = z.array(
  z.object({
    tx_hash: z.string(),
    output_index: z.number(),
    amount: z.array(z.object({ unit: z.string(), quantity: z.string() })),
  }),
);
async function spending(
  chain: CardanoChain,
  { fee = 200_000n, more = 0n, key = KEY, tokens = true, secondsLeft = 600 } = {},
): Promise<Uint8Array> {
  const { slot } = z.object({ slot: z.number() }).parse(await get(chain, '/blocks/latest'));
  const [coin] = Coins.parse(await get(chain, `/addresses/${OWNER}/utxos`));
  const [lovelace, ...carried] = (coin?.amount ?? []).map(({ unit, quantity }) => ({ unit, amount: BigInt(quantity) }));
  const body = cardanoBody({
    inputs: [
      {
        place: { chain: 0, index: 0, address: OWNER },
        transaction: coin?.tx_hash ?? '',
        index: coin?.output_index ?? 0,
        amount: 0n,
      },
    ],
    outputs: [
      { address: TO, amount: (lovelace?.amount ?? 0n) - fee + more, tokens: tokens ? carried : [], refundId: null },
    ],
    fee,
    invalidHereafter: slot + secondsLeft,
  });
  const signature = ed25519.sign(blake2b(body, { dkLen: 32 }), key);
  return cardanoSigned(body, [{ publicKey: ed25519.getPublicKey(key), signature }]);
}
async function submit(chain: CardanoChain, bytes: Uint8Array): Promise<{ status: number; json: unknown }> {
  const { rpc } = await chain.describe();
  const headers = { project_id: PROJECT_ID, 'content-type': 'application/cbor' };
  const response = await fetch(`${rpc}/tx/submit`, {
    method: 'POST',
    headers,
    body: new Blob([Uint8Array.from(bytes)]),
  });
  return { status: response.status, json: await response.json() };
}

test('it takes a payer’s signed transaction once, keeps it over a restart, and moves the coins', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  await chain.payOddly(OWNER, '5', { tokens: { Kobo: '7' }, fails: false });
  await chain.mine(1);
  const bytes = await spending(chain);
  const { status, json } = await submit(chain, bytes);
  expect(status).toBe(200);
  expect(await get(chain, '/mempool')).toEqual([{ tx_hash: json }]);
  expect(await submit(chain, bytes)).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('BadInputs') },
  });
  await chain.close();
  const again = await start(folder);
  await again.mine(1);
  expect((await again.balance(TO, 'ADA')).amount).toBe('4.8');
});

test.each([
  [
    'without its owner’s signature',
    { key: blake2b(Buffer.from('another key'), { dkLen: 32 }) },
    'MissingVKeyWitnesses',
  ],
  ['that makes coins', { more: 1n }, 'ValueNotConserved'],
  ['that loses tokens', { tokens: false }, 'ValueNotConserved'],
  ['for too small a fee', { fee: 160_000n }, 'FeeTooSmall'],
  ['whose time has ended', { secondsLeft: 0 }, 'OutsideValidityInterval'],
])('a transaction %s is refused', async (_, wish, name) => {
  const chain = await start();
  await chain.payOddly(OWNER, '5', { tokens: { Kobo: '7' }, fails: false });
  await chain.mine(1);
  const answer = await submit(chain, await spending(chain, wish));
  expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(name) } });
});

test('what expires before a block has it leaves the mempool, and its coins are there for another one', async () => {
  const chain = await start();
  await chain.payOddly(OWNER, '5', { tokens: {}, fails: false });
  await chain.mine(1);
  await submit(chain, await spending(chain));
  await chain.mine(1, 600);
  expect(await get(chain, '/mempool')).toEqual([]);
  expect((await chain.balance(OWNER, 'ADA')).amount).toBe('5');
  expect(await submit(chain, await spending(chain, { secondsLeft: 2 }))).toMatchObject({ status: 200 });
  await chain.mine(1);
  expect((await chain.balance(TO, 'ADA')).amount).toBe('4.8');
  // The faucet pays on after the leap.
  await chain.pay('ADA', TO, '2');
  await chain.mine(1);
  expect((await chain.balance(TO, 'ADA')).amount).toBe('6.8');
});

test('a rollback keeps, moves and drops transactions as told', async () => {
  const chain = await start();
  const kept = await chain.pay('ADA', TO, '1');
  const before = await chain.mine(1);
  const dropped = await chain.pay('ADA', OTHER, '2');
  const moved = await chain.pay('ADA', TO, '4');
  await chain.mine(1);
  const after = await chain.reorg(2, [dropped.txid], [moved.txid]);
  expect(after.height).toBe(before.height + 2);
  expect((await blockAt(chain, before.height)).hash).not.toBe(before.hash);
  expect((await ask(chain, `/blocks/${before.hash}`)).status).toBe(404);
  expect(await get(chain, `/blocks/${before.height}/txs`)).toEqual([kept.txid]);
  expect(await get(chain, `/blocks/${after.height}/txs`)).toEqual([moved.txid, expect.any(String)]);
  await chain.mine(3);
  expect((await chain.balance(TO, 'ADA')).amount).toBe('5');
  expect((await chain.balance(OTHER, 'ADA')).amount).toBe('0');
});

test('blocks, waiting transactions and the port are there again after a restart', async () => {
  const folder = temporaryFolder();
  const chain = await start(folder);
  await chain.payOddly(TO, '2', { tokens: { Kobo: '1' }, fails: false });
  await chain.mine(2);
  await chain.reorg(1, [], []);
  await chain.pay('ADA', TO, '2');
  const before = await chain.describe();
  await chain.close();
  const again = await start(folder);
  expect(await again.describe()).toEqual(before);
  await again.mine(1);
  expect((await again.balance(TO, 'ADA')).amount).toBe('4');
});

test.each([
  ['another coin', 'ETH', TO, '1', /no ETH/],
  ['a broken checksum', 'ADA', TO.replace('dzers', 'dzerz'), '1', /checksum/],
  ['too many decimals', 'ADA', TO, '0.1234567', /not an amount/],
  ['less than an output must hold', 'ADA', TO, '0.8', /no output of less than/],
  ['more than there is', 'ADA', TO, '300000000', /holds less/],
])('%s is refused in words', async (_, asset, to, amount, sentence) => {
  expect(checkAddress('cardano', TO, 'Cardano')).toMatchObject({ address: TO });
  const chain = await start();
  await expect(chain.pay(asset, to, amount)).rejects.toThrow(sentence);
});
