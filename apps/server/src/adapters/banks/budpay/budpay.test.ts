// BudPay is called as it documents, and an answer counts only for what it clearly says: everything else leaves open
// whether money moved.
import { toKobo } from '@kobogate/money';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { ampleDeadline } from '@kobogate/testkit/banks/banks.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBudpayRail, signBody } from './budpay.ts';

type Answer = { status: number; body: unknown } | 'hang up' | 'html';

let server: Server;
let answer: Answer;
let seen: { path: string; headers: IncomingMessage['headers']; body: string }[];
let rail: ReturnType<typeof createBudpayRail>;

beforeEach(async () => {
  seen = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      if (answer === 'hang up') return request.socket.destroy();
      if (answer === 'html') return response.writeHead(502).end('<html>Bad gateway</html>');
      return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  rail = createBudpayRail({
    url: `http://127.0.0.1:${port}/api/v2`,
    secretKey: 'secret',
    publicKey: 'public',
    log: silentLog,
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const INSTRUCTION = {
  reference: 'kg-1',
  amountKobo: toKobo(150_050n),
  accountNumber: '0123456785',
  accountName: 'ADA OBI',
  bankCode: '000013',
  bankName: 'GTBANK',
  narration: 'Kobogate conversion',
};

describe('sending', () => {
  test('sends naira as text, the Bearer key and the signature over the alphabetically arranged payload', async () => {
    answer = { status: 200, body: { success: true, data: { reference: 'kg-1', status: 'pending' } } };
    expect(await rail.send(INSTRUCTION, ampleDeadline)).toEqual({ kind: 'accepted' });
    const [call] = seen;
    const body = JSON.parse(call?.body ?? '{}');
    expect(body).toMatchObject({ amount: '1500.5', currency: 'NGN', reference: 'kg-1', bank_code: '000013' });
    expect(call?.headers).toMatchObject({ authorization: 'Bearer secret', encryption: signBody(body, 'public') });
    expect(signBody({ b: '2', a: '1' }, 'k')).toBe(signBody({ a: '1', b: '2' }, 'k'));
  });

  test.each<[string, Answer]>([
    ['a duplicate reference', { status: 400, body: { success: false, message: 'Reference already existed' } }],
    [
      'a service that is not available',
      { status: 503, body: { success: false, message: 'Service currently not available' } },
    ],
    ['a 500 in its own form', { status: 500, body: { success: false, message: 'Server error' } }],
    ['a limit of calls', { status: 429, body: { success: false, message: 'Too many invalid account requests' } }],
    ['a refusal that we do not know', { status: 400, body: { success: false, message: 'Transaction in progress' } }],
    ['a success that is none', { status: 200, body: { success: false, message: 'Please try again' } }],
    ['a refused key', { status: 401, body: { success: false, message: 'Authentication failed' } }],
    ['a page instead of JSON', 'html'],
    ['a connection that breaks', 'hang up'],
    ['a success about another reference', { status: 200, body: { success: true, data: { reference: 'kg-2' } } }],
    ['an empty success', { status: 200, body: {} }],
  ])('[P1] %s leaves open whether it was made', async (_name, given) => {
    answer = given;
    expect(await rail.send(INSTRUCTION, ampleDeadline)).toMatchObject({ kind: 'unknown' });
  });

  test.each(['Invalid bank code', 'Insufficient wallet balance', 'Missing or invalid: amount'])(
    'a refusal for a reason that rules the transfer out is certain, and is stored: %s',
    async (message) => {
      answer = { status: 400, body: { success: false, message: `${message}.` } };
      expect(await rail.send(INSTRUCTION, ampleDeadline)).toEqual({ kind: 'refused', reason: message });
    },
  );

  test('a reason is one short line that the database takes, whatever the bank writes', async () => {
    answer = { status: 400, body: { success: false, message: `Invalid bank\0 code\n\u202Eevil ${'x'.repeat(5000)}` } };
    const { reason } = { reason: '', ...(await rail.send(INSTRUCTION, ampleDeadline)) };
    expect(reason).toMatch(/^Invalid bank  code evil x+$/);
    expect(reason.length).toBeLessThanOrEqual(200);
  });
});

describe('asking', () => {
  const payout = (status: string, reference = 'kg-1') => ({
    status: 200,
    body: { status: true, data: { reference, status, sessionid: '000013' } },
  });

  test('each state is read from the query, which says status where others say success', async () => {
    const read = async (given: Answer) => {
      answer = given;
      return rail.find('kg-1');
    };
    expect(await read(payout('pending'))).toEqual({ kind: 'pending' });
    expect(await read(payout('success'))).toMatchObject({ kind: 'paid', sessionId: '000013' });
    expect(await read(payout('failed'))).toMatchObject({ kind: 'failed' });
    expect(await read(payout('reversed'))).toMatchObject({ kind: 'reversed' });
  });

  test('the state counts, whatever form its extras have', async () => {
    const data = {
      reference: 'kg-1',
      status: 'success',
      sessionid: 90_001,
      message: null,
      amount: [],
      account_number: '01*****785',
    };
    answer = { status: 200, body: { status: true, data } };
    expect(await rail.find('kg-1')).toEqual({
      kind: 'paid',
      sessionId: '90001',
      made: { amountKobo: null, accountNumber: null, currency: null },
    });
    answer = { status: 200, body: { status: true, data: { reference: 'kg-1', status: 'failed', message: {} } } };
    expect(await rail.find('kg-1')).toEqual({ kind: 'failed', reason: 'the bank did not say why' });
  });

  test.each<[string, Answer]>([
    ['a state that we do not know', payout('held')],
    ['another reference', payout('success', 'kg-2')],
    ["a gateway's own 404", { status: 404, body: { error: 'no route' } }],
    ['a page', 'html'],
    ['a broken connection', 'hang up'],
  ])('[P1] [P2] %s says nothing about the payout', async (_name, given) => {
    answer = given;
    expect(await rail.find('kg-1')).toMatchObject({ kind: 'unanswered' });
  });

  test('[P2] its own "not found" is told apart', async () => {
    answer = { status: 404, body: { status: false, message: 'Payout not found' } };
    expect(await rail.find('kg-1')).toEqual({ kind: 'not-found' });
  });
});

describe('names and banks', () => {
  test('[P8] a name is read in both forms, and everything else is unresolved', async () => {
    const read = async (given: Answer) => {
      answer = given;
      return rail.resolveAccount({ bankCode: '000013', accountNumber: '0123456785' });
    };
    const named = { kind: 'resolved', accountName: 'ADA OBI' };
    expect(await read({ status: 200, body: { success: true, data: 'ADA OBI ' } })).toEqual(named);
    expect(await read({ status: 200, body: { success: true, data: { account_name: 'ADA OBI' } } })).toEqual(named);
    expect(await read({ status: 200, body: { success: true, data: '' } })).toMatchObject({ kind: 'unresolved' });
    expect(await read({ status: 200, body: { success: false, message: 'Could not resolve' } })).toEqual({
      kind: 'unresolved',
      reason: 'Could not resolve',
    });
    expect(await read('hang up')).toMatchObject({ kind: 'unresolved' });
  });

  test('it is up where the balance is readable, and down for everything else', async () => {
    const isUp = async (given: Answer) => {
      answer = given;
      return rail.isUp();
    };
    expect(await isUp({ status: 200, body: { success: true, data: { currency: 'NGN', balance: '5' } } })).toBe(true);
    expect(await isUp({ status: 503, body: { success: false, message: 'Service currently not available' } })).toBe(
      false,
    );
    expect(await isUp({ status: 401, body: { success: false, message: 'Authentication failed' } })).toBe(false);
    expect(await isUp('html')).toBe(false);
    expect(await isUp('hang up')).toBe(false);
  });

  test('[P9] the float is read to the kobo, and is unknown where the amount is not exact', async () => {
    const float = async (data: unknown) => {
      answer = { status: 200, body: { success: true, data } };
      return rail.floatKobo?.();
    };
    expect(await float({ currency: 'NGN', balance: '1500.5' })).toBe(150_050n);
    expect(await float({ currency: 'NGN', balance: '0' })).toBe(0n);
    for (const balance of ['1.234', '1e3', '', null, {}]) expect(await float({ balance })).toBeNull();
    expect(await float(null)).toBeNull();
    answer = 'hang up';
    expect(await rail.floatKobo?.()).toBeNull();
  });

  test('[F-7] the bank list is read, and a list that can’t be fetched is a 503', async () => {
    answer = { status: 200, body: { success: true, data: [{ bank_name: 'ACCESS BANK', bank_code: '000014' }] } };
    expect(await rail.listBanks()).toEqual([{ bankName: 'ACCESS BANK', bankCode: '000014' }]);
    answer = 'html';
    await expect(rail.listBanks()).rejects.toMatchObject({ status: 503, message: 'Failed to load banks list' });
  });
});
