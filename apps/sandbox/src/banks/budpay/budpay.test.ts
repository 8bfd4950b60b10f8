// The bank speaks BudPay's protocol over HTTP, misbehaves exactly as told, and never forgets a transfer.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ChainlessSandbox, startChainless } from '@kobogate/testkit/sandbox/server.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { waitFor } from '../../platform/wait.ts';
import { BUDPAY_SECRET_KEY, CALLBACK_SIGNATURE, encryptionOf } from './signature.ts';

const GTBANK = '000013';
const ORDER = {
  currency: 'NGN',
  amount: '1500.5',
  bank_code: GTBANK,
  bank_name: 'Guaranty Trust Bank',
  account_number: '0123456785',
  narration: 'Payout',
  reference: 'ref-1',
};
const Answer = z.looseObject({
  success: z.boolean().optional(),
  status: z.boolean().optional(),
  message: z.string().optional(),
  data: z.unknown().optional(),
});
const Body = z.looseObject({
  notifyType: z.string(),
  data: z.looseObject({ reference: z.string(), status: z.string() }),
});

let sandbox: ChainlessSandbox;
let received: { body: z.infer<typeof Body>; signature: string | undefined }[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const signature = request.headers['merchantsignature'];
    received.push({
      body: Body.parse(JSON.parse(body)),
      signature: typeof signature === 'string' ? signature : undefined,
    });
    return response.end('ok');
  });
});

beforeEach(async () => {
  received = [];
  const callbackUrl = await new Promise<string>((resolve) => {
    receiver.listen(0, '127.0.0.1', () => {
      const address = receiver.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/callback`);
    });
  });
  sandbox = await startChainless({ callbackUrl });
});
afterEach(async () => {
  await sandbox.close();
  await new Promise((resolve) => {
    receiver.close(resolve);
    receiver.closeAllConnections();
  });
});

async function call(
  path: string,
  { body, headers = {}, limitMs = 30_000 }: { body?: object; headers?: Record<string, string>; limitMs?: number } = {},
) {
  const response = await fetch(`${sandbox.server.base}/budpay/api/v2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${BUDPAY_SECRET_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(limitMs),
  });
  return { code: response.status, ...Answer.parse(await response.json()) };
}
const send = (changes: Record<string, string | undefined> = {}, limitMs = 30_000) => {
  const body = { ...ORDER, ...changes };
  return call('/bank_transfer', {
    body,
    headers: { encryption: encryptionOf(JSON.parse(JSON.stringify(body))) },
    limitMs,
  });
};
const control = (path: string, body: object) =>
  fetch(`${sandbox.server.base}/control/banks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const behave = (next: string, times = 1) => control('behaviour', { provider: 'budpay', next, times });
const query = (reference = ORDER.reference) => call(`/payout/${reference}`);
const ends = (status: string) =>
  waitFor(`the status ${status}`, async () => {
    const answer = await query();
    return z.looseObject({ status: z.literal(status) }).safeParse(answer.data).success ? answer : undefined;
  });

describe('protocol', () => {
  test('the bank list has names and six-digit codes, and a wrong key is refused', async () => {
    const list = await call('/bank_list/NGN');
    const banks = z.array(z.object({ bank_name: z.string(), bank_code: z.string().regex(/^\d{6}$/) })).parse(list.data);
    expect(banks.length).toBeGreaterThan(300);
    expect(banks.some(({ bank_code }) => bank_code === GTBANK)).toBe(true);
    const refused = await call('/bank_list/NGN', { headers: { authorization: 'Bearer wrong' } });
    expect(refused).toMatchObject({ code: 401, success: false, message: 'Authentication failed' });
  });

  test('an account is unresolved until the bank knows it', async () => {
    const body = { bank_code: GTBANK, account_number: ORDER.account_number };
    const before = await call('/account_name_verify', { body });
    expect(before.success).toBe(false);
    expect(before.message).toMatch(/could not resolve/i);
    expect(
      (await control('accounts', { accountNumber: ORDER.account_number, bankCode: GTBANK, accountName: 'ADA OBI' }))
        .status,
    ).toBe(200);
    expect(await call('/account_name_verify', { body })).toMatchObject({ success: true, data: 'ADA OBI' });
    expect((await call('/account_name_verify', { body: { ...body, bank_code: '000014' } })).success).toBe(false);
    expect((await control('accounts', { accountNumber: '12', bankCode: GTBANK, accountName: 'X' })).status).toBe(400);
  });

  test('a transfer is pending, then paid; the float falls by amount and fee; the callback says so', async () => {
    expect((await call('/wallet_balance/NGN')).data).toEqual({ currency: 'NGN', balance: '500000000' });
    expect(await send()).toMatchObject({
      code: 200,
      success: true,
      data: { reference: 'ref-1', amount: '1500.5', fee: '10', status: 'pending' },
    });
    const paid = await ends('success');
    expect(paid.status).toBe(true);
    expect(paid.success).toBeUndefined();
    expect((await call('/wallet_balance/NGN')).data).toEqual({ currency: 'NGN', balance: '499998489.5' });
    await waitFor('the callback', () => received[0]);
    expect(received).toEqual([
      { body: expect.objectContaining({ notify: 'payout', notifyType: 'successful' }), signature: CALLBACK_SIGNATURE },
    ]);
    const transfers = await fetch(`${sandbox.server.base}/control/banks/transfers`).then((response) => response.json());
    expect(transfers).toEqual([
      expect.objectContaining({
        provider: 'budpay',
        reference: 'ref-1',
        amountKobo: '150050',
        bankCode: GTBANK,
        status: 'success',
      }),
    ]);
  });

  test('a second transfer with the same reference is refused, and the first stays alone', async () => {
    await send();
    expect(await send()).toMatchObject({ code: 400, success: false, message: 'Reference already existed' });
    expect(sandbox.world.banks.transfers().length).toBe(1);
  });

  test('a wrong signature, a missing field, an unknown bank, a bad amount and an empty float are refused', async () => {
    const unsigned = await call('/bank_transfer', { body: ORDER, headers: { encryption: 'ab' } });
    expect(unsigned.message).toBe('Invalid encryption signature');
    expect((await send({ narration: undefined })).message).toContain('narration');
    expect((await send({ bank_code: '999888' })).message).toBe('Invalid bank code');
    for (const amount of ['0', '-5', '1e3', '1.001']) expect((await send({ amount })).message).toContain('amount');
    expect((await send({ amount: '500000000' })).message).toBe('Insufficient wallet balance');
    expect(sandbox.world.banks.transfers()).toEqual([]);
  });
});

describe('behaviours', () => {
  test('fail: accepted, then failed, and the float is whole again', async () => {
    await behave('fail');
    expect((await send()).success).toBe(true);
    await ends('failed');
    expect((await call('/wallet_balance/NGN')).data).toMatchObject({ balance: '500000000' });
    expect((await waitFor('the callback', () => received[0])).body.notifyType).toBe('failed');
  });

  test('a closed account: every transfer to it fails, until it is told of as open', async () => {
    const account = { accountNumber: ORDER.account_number, bankCode: GTBANK, accountName: 'ADA OBI' };
    await control('accounts', { ...account, isClosed: true });
    await send();
    await ends('failed');
    await control('accounts', account);
    await send({ reference: 'ref-2' });
    const { data } = await waitFor('the other’s end', async () => {
      const answer = await query('ref-2');
      return Object(answer.data).status === 'pending' ? undefined : answer;
    });
    expect(data).toMatchObject({ status: 'success' });
  });

  test('timeout: no answer ever comes, the transfer does not exist, and the reference stays free', async () => {
    await behave('timeout');
    await expect(send({}, 300)).rejects.toThrow(/timeout/i);
    expect(await query()).toMatchObject({ code: 404, status: false });
    expect((await send()).success).toBe(true);
  });

  test('timeout-then-success: no answer comes, yet the transfer is paid', async () => {
    await behave('timeout-then-success');
    await expect(send({}, 300)).rejects.toThrow(/timeout/i);
    await ends('success');
    expect((await send()).message).toBe('Reference already existed');
  });

  test('reverse: paid first, given back later, with a callback for each', async () => {
    await behave('reverse');
    await send();
    await ends('reversed');
    const both = await waitFor('both callbacks', () => (received.length >= 2 ? received : undefined));
    expect(both.map(({ body }) => body.data.status)).toEqual(['success', 'reversed']);
    expect((await call('/wallet_balance/NGN')).data).toMatchObject({ balance: '499999990' });
  });

  test('duplicate-callback: paid once, reported three times', async () => {
    await behave('duplicate-callback');
    await send();
    await waitFor('three callbacks', () => (received.length >= 3 ? true : undefined));
    expect(sandbox.world.banks.transfers().length).toBe(1);
  });

  test('down: the next calls of any kind get 503, exactly as many as asked for', async () => {
    await behave('down', 2);
    expect((await query()).code).toBe(503);
    expect(await send()).toMatchObject({ code: 503, success: false, message: 'Service currently not available' });
    expect((await send()).success).toBe(true);
  });

  test('a behaviour lasts as many transfers as asked for, and an unknown one is refused', async () => {
    await behave('fail', 2);
    for (const reference of ['a', 'b', 'c']) await send({ reference });
    expect(sandbox.world.banks.transfers().map(({ behaviour }) => behaviour)).toEqual(['success', 'fail', 'fail']);
    const refused = await behave('explode');
    expect(refused.status).toBe(400);
    expect(z.object({ message: z.string() }).parse(await refused.json()).message).toContain('next');
  });
});

test('transfers and accounts outlive the bank: after a restart a reference is still taken', async () => {
  await control('accounts', { accountNumber: ORDER.account_number, bankCode: GTBANK, accountName: 'ADA OBI' });
  await send();
  const { folder } = sandbox;
  await sandbox.close();
  sandbox = await startChainless({ folder });
  expect((await send()).message).toBe('Reference already existed');
  await ends('success');
  expect(sandbox.world.banks.accounts()).toEqual([
    { bankCode: GTBANK, accountNumber: ORDER.account_number, accountName: 'ADA OBI' },
  ]);
});
