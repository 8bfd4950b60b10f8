// No rail sends an instruction after its deadline, at any step: before its call, while a login or a recipient is asked
// for, while the connection is made, or from a process that was stalled at that moment.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { ampleDeadline, INSTRUCTION } from '@kobogate/testkit/banks/banks.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BankRail } from '../../payouts/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createDeadline, type Deadline } from '../../platform/deadline.ts';
import { createBudpayRail } from './budpay/budpay.ts';
import { createFlutterwaveRail } from './flutterwave/flutterwave.ts';
import { createFlutterwaveV4Rail } from './flutterwave-v4/flutterwave-v4.ts';
import { createMonnifyRail } from './monnify/monnify.ts';
import { createPaystackRail } from './paystack/paystack.ts';

let server: Server;
let url: string;
/** The paths that were called, and how many connections were made. */
let seen: string[];
let connections: number;
let onConnection: () => void;
let onRequest: (path: string) => void;

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/transferrecipient': { status: true, data: { recipient_code: 'RCP_1' } },
  '/token': { access_token: 'token', expires_in: 3600 },
  '/api/v1/auth/login': { requestSuccessful: true, responseBody: { accessToken: 'token', expiresIn: 3600 } },
};

beforeEach(async () => {
  seen = [];
  connections = 0;
  onConnection = () => undefined;
  onRequest = () => undefined;
  server = createServer((request, response) => {
    void text(request).then(() => {
      const path = request.url ?? '';
      seen.push(path);
      onRequest(path);
      return response.end(JSON.stringify(ANSWERS[path] ?? {}));
    });
  });
  server.on('connection', () => {
    connections += 1;
    onConnection();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Sample {
  readonly rail: (at?: string) => BankRail;
  /** The call that makes the transfer, and the one before it. */
  readonly path: string;
  readonly before: string | null;
}
const log = silentLog;
const RAILS: Readonly<Record<string, Sample>> = {
  budpay: {
    rail: (at = url) => createBudpayRail({ url: at, secretKey: 'sk', publicKey: 'pk', log }),
    path: '/bank_transfer',
    before: null,
  },
  paystack: {
    rail: (at = url) => createPaystackRail({ url: at, secretKey: 'sk', log }),
    path: '/transfer',
    before: '/transferrecipient',
  },
  flutterwave: {
    rail: (at = url) => createFlutterwaveRail({ url: at, secretKey: 'sk', log }),
    path: '/transfers',
    before: null,
  },
  'flutterwave-v4': {
    rail: (at = url) =>
      createFlutterwaveV4Rail({ url: at, tokenUrl: `${at}/token`, clientId: 'id', clientSecret: 'sk', log }),
    path: '/direct-transfers',
    before: '/token',
  },
  monnify: {
    rail: (at = url) =>
      createMonnifyRail({ url: at, apiKey: 'key', secretKey: 'sk', sourceAccount: '8016472829', log }),
    path: '/api/v2/disbursements/single',
    before: '/api/v1/auth/login',
  },
};

/** A server that a test shuts down. */
function createOpenDeadline(): Deadline & { pass: () => void } {
  let left = 60_000;
  return {
    leftMs: () => left,
    pass: () => {
      left = 0;
    },
  };
}

describe.each(Object.entries(RAILS))('%s', (_name, { rail, path, before }) => {
  test('[P11] is sent in time, once, on its own connection', async () => {
    const connected = rail();
    await Promise.all([connected.isUp(), connected.isUp()]);
    const earlier = connections;
    await connected.send(INSTRUCTION, ampleDeadline);
    expect(seen.filter((asked) => asked === path)).toHaveLength(1);
    expect(connections).toBeGreaterThan(earlier);
  });

  test('[P11] nothing is sent where the deadline passed before the call', async () => {
    const deadline = createOpenDeadline();
    deadline.pass();
    expect(await rail().send(INSTRUCTION, deadline)).toMatchObject({ kind: 'not-sent' });
    expect(seen).not.toContain(path);
  });

  test('[P11] nothing is sent where the deadline passed during the call before the transfer', async () => {
    const deadline = createOpenDeadline();
    onRequest = (asked) => {
      if (asked === before) deadline.pass();
    };
    const answer = await rail().send(INSTRUCTION, deadline);
    expect(answer.kind === 'not-sent').toBe(before !== null);
    expect(seen.includes(path)).toBe(before === null);
  });

  test('[P11] nothing is sent where the deadline passed while the connection was made, even with open connections', async () => {
    const deadline = createOpenDeadline();
    const connected = rail();
    if (before !== null) await connected.send(INSTRUCTION, ampleDeadline);
    const earlier = seen.filter((asked) => asked === path).length;
    await connected.isUp();
    onConnection = deadline.pass;
    expect(await connected.send(INSTRUCTION, deadline)).toMatchObject({ kind: 'not-sent' });
    expect(seen.filter((asked) => asked === path)).toHaveLength(earlier);
  });

  test('[P11] an instruction was not sent where no connection was made, and may have been where it was cut off after the request', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const address = unused.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((done) => void unused.close(done));
    const answer = await rail(`http://127.0.0.1:${port}`).send(INSTRUCTION, ampleDeadline);
    expect(answer.kind).toBe('not-sent');
    onRequest = (asked) => {
      if (asked === path) server.closeAllConnections();
    };
    expect(await rail().send(INSTRUCTION, ampleDeadline)).toMatchObject({ kind: 'unknown' });
  });
});

test('[P11] a handshake that never ends is given up at the deadline, before any byte of the instruction is sent', async () => {
  const bytes: Buffer[] = [];
  const silent = createSocketServer((socket) => {
    socket.on('error', () => undefined).on('data', (part) => bytes.push(part));
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const at = typeof address === 'object' && address !== null ? `https://127.0.0.1:${address.port}` : '';
  const rail = RAILS['budpay']?.rail(at);
  expect(await rail?.send(INSTRUCTION, createDeadline(systemClock, 200))).toMatchObject({ kind: 'not-sent' });
  expect(Buffer.concat(bytes).includes(INSTRUCTION.reference)).toBe(false);
  silent.close();
});

test('[P11] a process that is stalled while its connection is made writes nothing when it wakes', async () => {
  const sending = RAILS['budpay']?.rail().send(INSTRUCTION, createDeadline(systemClock, 50));
  // This process runs nothing until after the deadline; the system has made the connection by then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  expect(await sending).toMatchObject({ kind: 'not-sent' });
  expect(seen).toEqual([]);
});

test('[P11] [I4] a clock that is set back does not prolong a deadline, and one that is set forward ends it', () => {
  const clock = createTestClock();
  const deadline = createDeadline(clock, 50);
  clock.advance(-86_400_000);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60);
  expect(deadline.leftMs()).toBe(0);
  const next = createDeadline(clock, 60_000);
  expect(next.leftMs()).toBeGreaterThan(0);
  clock.advance(60_000);
  expect(next.leftMs()).toBe(0);
});
