// When an API reports something impossible, the watcher waits with a message, credits nothing and skips nothing: once
// it is honest again, the payment in question is credited.
import { createTestCardano, type TestCardano } from '@kobogate/testkit/chains/cardano/cardano.ts';
import { type Lie, makeTransaction, type TestTransaction } from '@kobogate/testkit/chains/cardano/node.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';

const NEEDED = 2;
const STRANGER = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const OTHER_NAME = 'ab'.repeat(32);
let cardano: TestCardano;
/** The payment that each lie is about. */
let paid: TestTransaction;

beforeAll(async () => {
  cardano = await createTestCardano(NEEDED);
  cardano.node.mine(5);
  await cardano.watchAll();
});
beforeEach(() => {
  Object.assign(cardano.node, { lie: null, answer: null, isSilent: false });
});
afterAll(() => cardano.stop());

type Change = (answer: Record<string, unknown>) => unknown;
const isFields = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** Lies where the path matches, whatever the honest answer is. */
const at =
  (shape: RegExp, change: Change): Lie =>
  (path, answer) =>
    shape.test(path) && isFields(answer) ? change(answer) : answer;
const set =
  (fields: object): Change =>
  (answer) => ({ ...answer, ...fields });

const GENESIS = /^\/genesis$/;
const LATEST = /^\/blocks\/latest$/;
const BLOCK = /^\/blocks\/[^/]+$/;
const NAMES = /\/txs\?/;
const LIST = /\/txs\/cbor/;
const TRANSACTION = /^\/txs\/[^/]+$/;
const UTXOS = /\/utxos$/;

/** Changes the payment's bytes in a block's list. */
const bytes = (change: (cbor: string) => unknown): Lie =>
  at(LIST, (answer) =>
    Object.values(answer).map((entry) =>
      isFields(entry) && entry['tx_hash'] === paid.hash
        ? Object.assign({}, entry, { cbor: change(String(entry['cbor'])) })
        : entry,
    ),
  );
/** Changes the outputs in the index's answer about a transaction. */
const outputs = (change: Change): Lie =>
  at(UTXOS, (answer) => ({
    ...answer,
    outputs: Object.values(answer['outputs'] ?? {}).map((output) => (isFields(output) ? change(output) : output)),
  }));
const amount = (...amounts: object[]): Lie => outputs(set({ amount: amounts }));

const PAID = 5_000_000_077n;
/** The amount as the bytes have it. */
const WRITTEN = '1b000000012a05f24d';
const withAmount = (written: string): Lie => bytes((cbor) => cbor.replace(WRITTEN, written));
const paysNobody = makeTransaction([{ address: STRANGER, lovelace: PAID }]);

const lies: [string, Lie][] = [
  ['is on a test network', at(GENESIS, set({ network_magic: 1 }))],
  ['has another first second', at(GENESIS, set({ system_start: 1_654_041_600 }))],
  ['does not know which chain it is on', at(GENESIS, () => undefined)],
  ['is behind what we have read', at(LATEST, set({ height: 1 }))],
  ['has a height that is none', at(LATEST, set({ height: 'soon' }))],
  ['has a negative height', at(LATEST, set({ height: -5 }))],
  ['has a newest block without a name', at(LATEST, set({ hash: null }))],
  ['has no newest block', at(LATEST, () => undefined)],
  ['gives nothing for its blocks', at(BLOCK, () => null)],
  ['gives a list for a block', at(BLOCK, () => [])],
  ['gives another block than the one asked for', at(/^\/blocks\/\d+$/, set({ height: 3 }))],
  ['gives yesterday’s blocks for today’s', at(/^\/blocks\/\d+$/, set({ hash: OTHER_NAME }))],
  ['gives blocks of two forks', at(/^\/blocks\/\d+$/, set({ previous_block: OTHER_NAME }))],
  ['gives blocks without a parent', at(BLOCK, set({ previous_block: null }))],
  ['gives blocks without a time', at(BLOCK, set({ time: 'now' }))],
  ['says that a block has no transactions', at(BLOCK, set({ tx_count: 0 }))],
  ['says that a block has more transactions than it gives', at(BLOCK, set({ tx_count: 2 }))],
  ['gives no names', at(NAMES, () => [])],
  ['gives names that are none', at(NAMES, () => [null])],
  ['names another transaction', at(NAMES, () => [OTHER_NAME])],
  ['gives half the list', at(LIST, () => [])],
  ['does not give the list', at(LIST, () => undefined)],
  ['gives an object for the list', at(LIST, () => ({ transactions: [] }))],
  ['repeats a transaction', at(LIST, (list) => Object.values(list).flatMap((entry) => [entry, entry]))],
  [
    'puts another transaction in its place',
    at(LIST, (list) => Object.values(list).map(() => ({ tx_hash: paysNobody.hash, cbor: paysNobody.cbor }))),
  ],
  ['gives transactions without their bytes', bytes(() => null)],
  ['gives letters that are no bytes', bytes((cbor) => `zz${cbor.slice(2)}`)],
  ['gives half a byte', bytes((cbor) => cbor.slice(0, -1))],
  ['gives a transaction cut short', bytes((cbor) => cbor.slice(0, -20))],
  ['gives bytes after a transaction’s end', bytes((cbor) => `${cbor}00`)],
  ['gives the bytes of another transaction', bytes(() => paysNobody.cbor)],
  ['changes an amount', withAmount('1b000000012a05f24e')],
  ['gives a negative amount', withAmount('3b000000012a05f24c')],
  ['gives more than all coins', withAmount('1b7fffffffffffffff')],
  ['gives a fraction', withAmount('fb4053400000000000')],
  ['says that a contract failed that succeeded', bytes((cbor) => cbor.replace(/f5f6$/, 'f4f6'))],
  ['says so in its index only', at(TRANSACTION, set({ valid_contract: false }))],
  ['has the transaction in another block as well', at(TRANSACTION, set({ block: OTHER_NAME }))],
  ['does not know its own transaction', at(TRANSACTION, () => undefined)],
  ['gives another transaction', at(TRANSACTION, set({ hash: OTHER_NAME }))],
  ['does not know its outputs', at(UTXOS, () => undefined)],
  ['gives another transaction’s outputs', at(UTXOS, set({ hash: OTHER_NAME }))],
  ['has no outputs in its index', at(UTXOS, set({ outputs: [] }))],
  ['has another amount in its index', amount({ unit: 'lovelace', quantity: '5000000078' })],
  ['has a negative amount in its index', amount({ unit: 'lovelace', quantity: '-5000000077' })],
  [
    'has two amounts in its index',
    amount({ unit: 'lovelace', quantity: '5000000077' }, { unit: 'lovelace', quantity: '5000000077' }),
  ],
  ['has a token in the place of ADA', amount({ unit: 'ff'.repeat(28), quantity: '5000000077' })],
  ['has the output at another place', outputs(set({ output_index: 1 }))],
  ['has the output as a collateral', outputs(set({ collateral: true }))],
  ['has the output at another address', outputs(set({ address: STRANGER }))],
];

test.each(lies)(
  '[D9] a node that %s: the watcher waits, and credits the payment once it is honest',
  async (what, lie) => {
    const { userId, address } = await cardano.createUser();
    paid = makeTransaction([{ address, lovelace: PAID }]);
    cardano.node.extend([paid]);
    cardano.node.mine(NEEDED);
    const before = await cardano.blocks();
    cardano.node.lie = lie;
    const rejected = await cardano.watchAll().catch((error: unknown) => error);
    expect(rejected, what).toBeInstanceOf(NodeFault);
    expect(String(rejected)).toMatch(/^NodeFault: .{20,}\.$/s);
    expect(await cardano.blocks()).toEqual(before);
    expect(await cardano.balanceOf(userId)).toBe(0n);
    cardano.node.lie = null;
    await cardano.watchAll();
    expect(await cardano.balanceOf(userId)).toBe(PAID);
  },
);

test.each([
  [200, '<html>busy</html>', /not JSON/],
  [502, '<html>busy</html>', /502/],
  [200, 'null', /gap/],
  [200, '[]', /can't be read/],
  [404, '<html>no such page</html>', /404/],
  [403, '{"status_code":403,"error":"Forbidden","message":"Invalid project token."}', /CARDANO_PROJECT_ID/],
  [429, '{"status_code":429,"error":"Project Over Limit","message":"Usage is over limit."}', /over limit/],
])('[D9] a node that answers %s %s: the watcher waits with a message', async (status, text, sentence) => {
  cardano.node.answer = { status, text };
  await expect(cardano.look()).rejects.toThrow(NodeFault);
  await expect(cardano.look()).rejects.toThrow(sentence);
});

test('[D9] a node whose index keeps no bytes is told apart from one that only lags', async () => {
  const { address } = await cardano.createUser();
  cardano.node.extend([makeTransaction([{ address, lovelace: PAID }])]);
  cardano.node.lie = at(LIST, () => []);
  await expect(cardano.watchAll()).rejects.toThrow('Point RPC_CARDANO at an API that has them');
  cardano.node.lie = at(NAMES, () => []);
  await expect(cardano.watchAll()).rejects.toThrow('We will ask again');
});

test('[D9] a node that does not answer is waited for ten seconds and no longer', async () => {
  cardano.node.isSilent = true;
  await expect(cardano.look()).rejects.toThrow('did not answer within 10 seconds');
});
