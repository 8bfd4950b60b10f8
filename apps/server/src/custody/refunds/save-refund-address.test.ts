// A refund address is saved once for a user's pair, in its chain's canonical form; a change is counted and its owner
// notified, and no user sees another's.
import type { UserId } from '@kobogate/contract';
import { callerOf, createTestProof, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createHttp, mountRoutes } from '../../platform/http.ts';
import { newId } from '../../platform/identifiers.ts';
import { refundAddressRoutes } from './routes.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER_EVM = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const clock = createTestClock();

let sample: TestDatabase;
let http: Awaited<ReturnType<typeof createHttp>>;
let userId: UserId;

beforeAll(async () => {
  sample = await createTestDatabase();
  const options = {
    log: silentLog,
    admit: async () => undefined,
    authenticate: async (token: string) => callerOf(idFor(token)),
  };
  http = await createHttp(options);
  const dependencies = {
    database: sample.database,
    clock,
    publicOrigin: 'https://kobogate.test',
    proveOwner: createTestProof(),
  };
  mountRoutes(http, '/api', refundAddressRoutes(dependencies), options);
});
afterAll(async () => {
  await http.close();
  await sample.drop();
});
beforeEach(async () => {
  userId = await newUser();
});

async function newUser(): Promise<UserId> {
  const id = newId<UserId>();
  await sample.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Sample', 'Person', '', '', '')`,
    [id, `${id}@example.test`],
  );
  // Their token is their id.
  await signIn(sample.database, id, id);
  return id;
}

const call = async (method: 'GET' | 'PUT', payload?: object, as = userId) => {
  const headers = { authorization: `Bearer ${as}` };
  const url = '/api/refund-addresses';
  const response = await http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const save = (address: string, currency = 'USDT', network = 'bsc', proof = {}) =>
  call('PUT', { address, currency, network, ...proof });
const replace = (address: string, password: string) => save(address, 'USDT', 'bsc', { password });

async function versionsAndMails(): Promise<unknown> {
  const rows = await sample.database.query<{ version: number }>(
    `select version from refund_address where user_id = $1 order by currency, network`,
    [userId],
  );
  const mails = await sample.database.query(`select 1 from event where type = 'mail.send' and payload->>'to' = $1`, [
    `${userId}@example.test`,
  ]);
  return [rows.map(({ version }) => version), mails.length];
}

it('[C-6] saves one address for each pair in its written form, and lists them for their owner alone', async () => {
  expect(await call('GET')).toEqual({ status: 200, body: { data: [] } });
  const updatedAt = clock.now().toISOString();
  const usdt = { currency: 'USDT', network: 'bsc', networkName: 'BNB Smart Chain', address: EVM, updatedAt };
  expect(await save(` ${EVM.toLowerCase()} `)).toEqual({
    status: 200,
    body: { message: 'Refund address saved', data: usdt },
  });
  await save(BITCOIN.toUpperCase(), 'BTC', 'mainnet');
  const btc = { currency: 'BTC', network: 'mainnet', networkName: 'Bitcoin mainnet', address: BITCOIN, updatedAt };
  expect((await call('GET')).body).toEqual({ data: [btc, usdt] });
  expect((await call('GET', undefined, await newUser())).body).toEqual({ data: [] });
});

it('[C-6] a change replaces the address and mails the owner; saving the same again does neither, however often at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => save(EVM)));
  expect(await versionsAndMails()).toEqual([[1], 1]);
  const changed = await replace(OTHER_EVM, 'right');
  expect(changed.body.data.address).toBe(OTHER_EVM);
  expect(await versionsAndMails()).toEqual([[2], 2]);
  expect((await save(OTHER_EVM)).status).toBe(200);
  expect(await versionsAndMails()).toEqual([[2], 2]);
});

it('[E-4] [F-13] refuses a missing field, an impossible pair and a wrong address with a message, and saves nothing', async () => {
  const missing = 'Please fill in all wallet details';
  expect(await save(' ')).toEqual({ status: 422, body: { message: missing } });
  expect(await save(EVM, '', 'bsc')).toEqual({ status: 422, body: { message: missing } });
  expect(await call('PUT', { address: EVM, currency: 'USDT' })).toEqual({ status: 400, body: { message: missing } });
  for (const [address, currency, network, words] of [
    [EVM, 'DOGE', 'bsc', /do not know this currency/],
    [EVM, 'USDT', 'moon', /do not know this network/],
    [EVM, 'BTC', 'bsc', /BTC does not exist on BNB Smart Chain. Please pick Bitcoin mainnet./],
    [EVM, 'DOT', 'ethereum', /DOT does not exist on Ethereum. Please pick Polkadot./],
    [EVM, 'DOT', 'polkadot', /not an address on Polkadot/],
    [EVM.replace('aAeb', 'AAeb'), 'USDT', 'bsc', /checksum does not fit/],
    [EVM, 'SOL', 'solana', /not an address on Solana/],
    [EVM, 'ADA', 'cardano', /not an address on Cardano/],
    [BITCOIN, 'ETH', 'arbitrum', /not an address on Arbitrum One/],
  ] as const) {
    const message: unknown = expect.stringMatching(words);
    expect(await save(address, currency, network)).toEqual({ status: 422, body: { message } });
  }
  expect(await versionsAndMails()).toEqual([[], 0]);
});

it('[A8] another address beside a saved one of such chains takes the owner’s proof; the first, and the same again, take none', async () => {
  expect((await save(EVM)).status).toBe(200);
  for (const password of ['', 'wrong']) expect((await replace(OTHER_EVM, password)).status).toBe(422);
  expect((await save(EVM)).status).toBe(200);
  expect((await call('GET')).body.data).toMatchObject([{ address: EVM }]);
  // Proposed for a coin that has none of its own.
  expect((await save(OTHER_EVM, 'USDT', 'ethereum')).status).toBe(422);
  expect((await save(EVM, 'USDT', 'ethereum')).status).toBe(200);
  expect((await save(BITCOIN, 'BTC', 'mainnet')).status).toBe(200);
  expect((await replace(OTHER_EVM, 'right')).status).toBe(200);
});

it('[A8] of two first addresses at the same moment one is saved; it is not replaced without a proof', async () => {
  const answers = await Promise.all([save(EVM), save(OTHER_EVM)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect(await versionsAndMails()).toEqual([[1], 1]);
});

it('[A7] saves nothing for a session that has ended since the call began', async () => {
  await sample.database.query(`update session set revoked_at = now() where user_id = $1`, [userId]);
  expect((await save(EVM)).status).toBe(401);
  expect(await versionsAndMails()).toEqual([[], 0]);
});

it('refuses a deposit address of ours, at which a refund would come back to us', async () => {
  await sample.database.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id)
     values ($1, 'evm', $2, $3, 0, 'sample', 1, $4)`,
    [newId(), OTHER_EVM.toLowerCase(), OTHER_EVM, userId],
  );
  expect(await save(OTHER_EVM)).toEqual({
    status: 422,
    body: { code: 'address-ours', message: expect.stringMatching(/^This is an address of Kobogate/) },
  });
});

it('limits changes of addresses, and the mails that they send', async () => {
  for (let turn = 0; turn < 30; turn++) await save(EVM);
  expect((await save(EVM)).status).toBe(429);
  expect(await versionsAndMails()).toEqual([[1], 1]);
});
