// An event reaches each endpoint that chose it at least once, whatever receivers do and whenever we stop, and one failing
// receiver delays no other; what was missed can be seen, fetched and sent again by its owner alone.
import { createHmac, randomBytes } from 'node:crypto';
import { endpoints as contract, type WebhookBody } from '@kobogate/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ClaimLoop } from '../../platform/claim-loop.ts';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import { createHttp, mountRoutes } from '../../platform/http.ts';
import { newId } from '../../platform/identifiers.ts';
import { silentLog } from '../../platform/log.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { callerOf, createTestProof, SESSION_ENDS, signIn } from '../accounts/session-fixtures.ts';
import { insertCustomer } from '../orders/order-fixtures.ts';
import { claimEndpoints } from './db-sending.ts';
import { createDispatcher } from './dispatcher.ts';
import { forgetOldEvents } from './forget-old-events.ts';
import { webhookHandlers } from './handlers.ts';
import { webhookRoutes } from './routes.ts';
import { sendDeliveries } from './send-deliveries.ts';
import type { Attempt } from './webhook-sender.ts';

const HOUR = 3_600_000;
const secretBox = createSecretBox(randomBytes(32));

interface Post {
  readonly url: string;
  readonly signature: string;
  readonly body: string;
}
/** What was posted, and how the receiver at a host answers; one that is not here answers 200. */
let posts: Post[];
let receivers: Map<string, () => Promise<Attempt>>;
const answer = (status: number): Attempt => ({
  status,
  problem: status < 300 ? null : `It answered with the status ${status}.`,
  answer: 'sample',
  milliseconds: 5,
});
const sender = {
  refuse: async (url: string) => (url.includes('inside') ? 'The address leads into a private network.' : null),
  send: async ({ url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string }) => {
    posts.push({ url, signature: headers['kobogate-signature'] ?? '', body });
    return receivers.get(new URL(url).host)?.() ?? answer(200);
  },
};

let sample: TestDatabase;
let clock: TestClock;
let http: Awaited<ReturnType<typeof createHttp>>;
let userId: string;
let running: ClaimLoop[];
/** What happens between the proof and what is written. */
let afterProof: () => Promise<void>;

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());
beforeEach(async () => {
  clock = createTestClock();
  afterProof = async () => undefined;
  [posts, receivers, running] = [[], new Map(), []];
  const authenticate = async (token: string) => callerOf(token);
  const options = { log: silentLog, trustProxy: false, authenticate };
  http = await createHttp(options);
  const proveOwner = createTestProof('right', () => afterProof());
  const routes = webhookRoutes({ ...parts(), publicOrigin: 'https://kobogate.test', proveOwner });
  mountRoutes(http, '/api', routes, options);
  ({ userId } = await insertCustomer(sample.database));
  await signIn(sample.database, userId, userId);
});
afterEach(async () => {
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  await http.close();
  await sample.database.query('delete from webhook_endpoint');
});

const parts = () => ({ database: sample.database, clock, secretBox, sender, log: silentLog });

function start(): ClaimLoop {
  const dispatcher = createDispatcher({ ...parts(), pollMs: 20 });
  running.push(dispatcher);
  dispatcher.start();
  return dispatcher;
}
/** Sends what is due now, once for each endpoint, as one turn of a dispatcher does. */
async function turn(): Promise<void> {
  const claimed = await claimEndpoints(sample.database, { limit: 50, leaseMs: 30_000, now: clock.now() });
  await Promise.all(claimed.map((each) => sendDeliveries(parts(), each)));
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function call(method: Method, url: string, payload?: object, as = userId, key?: string) {
  const headers = { authorization: `Bearer ${as}`, ...(key !== undefined && { 'idempotency-key': key }) };
  const got = await http.inject({ method, url: `/api/webhooks${url}`, headers, ...(payload && { payload }) });
  return { status: got.statusCode, body: got.json() };
}
async function add(host: string, events = ['payment.paid']): Promise<{ id: string; secret: string }> {
  const made = await call('POST', '/endpoints', { url: `https://${host}/hook`, events, password: 'right' });
  expect(made.status).toBe(201);
  return contract.webhooks.create.answer.parse(made.body).data;
}
/** Works an event of the program off, as the queue does. */
async function happen(number = 1, { type = 'payment.paid' as const, eventId = newId(), to = userId } = {}) {
  const read = async () => ({ userId: to, type, describe: async () => ({ number, note: 'Ada’s 🥖' }) });
  const handlers = webhookHandlers({ ...parts(), tellable: { sample: read } });
  await handlers['sample']?.({}, { eventId, attempt: 1 });
}
const bodies = (): WebhookBody[] => posts.map(({ body }) => JSON.parse(body) as WebhookBody);
const logOf = async (id: string) =>
  contract.webhooks.listDeliveries.answer.parse((await call('GET', `/endpoints/${id}/deliveries`)).body).data;
const told = () =>
  sample.database.query<{ payload: { isTurnedOff: boolean; host: string } }>(
    `select payload from event where type = 'webhook.failing' and payload->>'userId' = $1 order by id`,
    [userId],
  );
const signed = (secret: string, { signature, body }: Post): boolean => {
  const time = /^t=(\d+),/.exec(signature)?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return signature.split(',').includes(`v1=${expected}`);
};

test('[W2] an event goes signed and numbered to each endpoint that chose it, at once, and of one source once', async () => {
  const [one, other] = [await add('one.test'), await add('other.test', ['payment.paid', 'payment.seen'])];
  await add('third.test', ['payment.seen']);
  start();
  const eventId = newId();
  await Promise.all([happen(1, { eventId }), happen(1, { eventId }), happen(2)]);
  await happen(1, { eventId });
  await expect.poll(() => posts.length).toBe(4);
  const toOne = bodies().filter(({ endpointId }) => endpointId === one.id);
  expect(new Set(toOne.map(({ sequence }) => sequence))).toEqual(new Set([1, 2]));
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
  expect(toOne[0]).toMatchObject({
    type: 'payment.paid',
    data: { note: 'Ada’s 🥖' },
    createdAt: clock.now().toISOString(),
  });
  for (const post of posts) {
    expect(signed(post.url.includes('one.test') ? one.secret : other.secret, post)).toBe(true);
    expect(signed('whsec_guess', post)).toBe(false);
  }
});

test('[W2] a receiver that fails is tried again with the same id and bytes until it answers', async () => {
  const { id } = await add('down.test');
  receivers.set('down.test', async () => answer(500));
  await happen();
  for (let round = 0; round < 5; round += 1) {
    await turn();
    await turn();
    clock.advance(HOUR);
  }
  expect(posts).toHaveLength(5);
  receivers.delete('down.test');
  await turn();
  await turn();
  expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
  expect(await logOf(id)).toMatchObject([
    { state: 'delivered', attempts: 6, nextAttemptAt: null, last: { status: 200 } },
  ]);
});

test('[W2] one receiver that hangs delays no other, and one bad event no other event', async () => {
  await add('hangs.test');
  const { id } = await add('well.test');
  const letGo: (() => void)[] = [];
  receivers.set('hangs.test', () => new Promise((resolve) => letGo.push(() => resolve(answer(200)))));
  receivers.set('well.test', async () => answer(bodies().at(-1)?.data['number'] === 3 ? 500 : 200));
  for (let number = 1; number <= 12; number += 1) await happen(number);
  start();
  try {
    await expect.poll(async () => (await logOf(id)).filter(({ state }) => state === 'delivered').length).toBe(11);
    expect(posts.filter(({ url }) => url.includes('hangs'))).toHaveLength(8);
  } finally {
    for (const end of letGo) end();
  }
});

test('[W2] whoever sends dies in the middle: another goes on after the lease, with the same event', async () => {
  const { id } = await add('shop.test');
  await happen();
  // Claimed by a program that is killed before it wrote anything down.
  const now = clock.now();
  expect(await claimEndpoints(sample.database, { limit: 5, leaseMs: 60_000, now })).toHaveLength(1);
  await turn();
  expect(posts).toHaveLength(0);
  await sample.database.query(`update webhook_endpoint set claimed_until = clock_timestamp() - interval '1 ms'`);
  start();
  await expect.poll(async () => (await logOf(id))[0]?.state).toBe('delivered');
  expect(posts).toHaveLength(1);
});

test('two senders at once send each event once', async () => {
  for (const host of ['a.test', 'b.test', 'c.test']) await add(host);
  for (let number = 1; number <= 10; number += 1) await happen(number);
  for (let each = 1; each <= 3; each += 1) start();
  await expect.poll(() => posts.length).toBeGreaterThanOrEqual(30);
  await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  expect(new Set(posts.map(({ url, body }) => url + body)).size).toBe(30);
  expect(posts).toHaveLength(30);
});

test('[W2] after 72 hours it is given up and its owner told once a day; after seven days the endpoint is off', async () => {
  const { id } = await add('gone.test');
  receivers.set('gone.test', async () => answer(503));
  await happen(1);
  await happen(2);
  for (let hour = 0; hour <= 73; hour += 1) {
    await turn();
    clock.advance(HOUR);
  }
  expect((await logOf(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(await told()).toMatchObject([{ payload: { host: 'gone.test', isTurnedOff: false } }]);
  await happen(3);
  // Longer than the longest rest beyond the seven days.
  for (let hour = 0; hour < 110; hour += 1) {
    if (hour === 80) await happen(4);
    await turn();
    clock.advance(HOUR);
  }
  const [endpoint] = (await call('GET', '/endpoints')).body.data;
  expect(endpoint).toMatchObject({ isActive: false, turnedOffBy: 'failing' });
  expect((await told()).at(-1)).toMatchObject({ payload: { isTurnedOff: true } });
  const before = posts.length;
  await happen(5);
  await turn();
  expect(posts).toHaveLength(before);
  // Kept for whoever comes back, and sent again only when asked.
  receivers.delete('gone.test');
  expect((await call('POST', `/deliveries/${(await logOf(id))[0]?.id}/replay`)).status).toBe(409);
  await call('PATCH', `/endpoints/${id}`, { isActive: true });
  const events = (await call('GET', '/events?after=3')).body;
  expect(events).toMatchObject({ data: [{ sequence: 4 }, { sequence: 5, data: { number: 5 } }], next: null });
  expect((await call('POST', `/deliveries/${(await logOf(id))[0]?.id}/replay`)).status).toBe(202);
  await turn();
  expect(bodies().at(-1)).toMatchObject({ sequence: 5 });
});

test('[W2] both secrets sign from a rotation until the old one is retired, and only the new one after', async () => {
  const { id, secret } = await add('shop.test');
  expect((await call('POST', `/endpoints/${id}/rotate`, {})).status).toBe(422);
  const rotated = contract.webhooks.rotate.answer.parse(
    (await call('POST', `/endpoints/${id}/rotate`, { password: 'right' })).body,
  ).data;
  expect(rotated.secrets).toBe(2);
  expect((await call('POST', `/endpoints/${id}/rotate`, { password: 'right' })).status).toBe(409);
  await happen();
  await turn();
  const both = posts.at(-1);
  expect(both && [signed(secret, both), signed(rotated.secret, both)]).toEqual([true, true]);
  await call('POST', `/endpoints/${id}/retire`);
  expect((await call('POST', `/endpoints/${id}/retire`)).status).toBe(409);
  await happen();
  await turn();
  const last = posts.at(-1);
  expect(last && [signed(secret, last), signed(rotated.secret, last)]).toEqual([false, true]);
  const stored = await sample.database.query('select to_jsonb(e) as row from webhook_endpoint e where id = $1', [id]);
  expect(JSON.stringify(stored)).not.toContain(rotated.secret);
});

test('a test event goes to its endpoint alone, whatever that chose, and is seen with its body and its attempts', async () => {
  const { id } = await add('shop.test', ['payment.seen']);
  await add('other.test');
  const { status, body } = await call('POST', `/endpoints/${id}/test`);
  expect(status).toBe(202);
  await turn();
  expect(bodies()).toMatchObject([{ type: 'webhook.test', endpointId: id, sequence: 1 }]);
  const detail = (await call('GET', `/deliveries/${body.data.deliveryId}`)).body.data;
  expect(detail).toMatchObject({
    state: 'delivered',
    body: posts[0]?.body,
    tries: [{ status: 200, answer: 'sample' }],
  });
});

test('a test or a replay that is asked for again with its Idempotency-Key is sent once', async () => {
  const { id } = await add('shop.test');
  const ask = (url: string, key: string) => call('POST', url, undefined, userId, key);
  const tests = await Promise.all([1, 2, 3].map(() => ask(`/endpoints/${id}/test`, 'test-1')));
  const [deliveryId, ...others] = new Set(tests.map(({ body }) => body.data.deliveryId));
  expect(others).toEqual([]);
  await turn();
  expect(posts).toHaveLength(1);
  for (let time = 1; time <= 3; time += 1) {
    expect((await ask(`/deliveries/${deliveryId}/replay`, 'replay-1')).status).toBe(202);
    await turn();
  }
  expect(posts).toHaveLength(2);
  expect((await ask(`/endpoints/${(await add('other.test')).id}/test`, 'test-1')).status).toBe(409);
});

test('[C1] another user sees, changes and sends nothing of it; an address inside the network is refused', async () => {
  const { id } = await add('shop.test');
  await happen();
  await turn();
  const delivery = (await logOf(id))[0]?.id;
  const stranger = (await insertCustomer(sample.database)).userId;
  for (const [method, url] of [
    ['PATCH', `/endpoints/${id}`],
    ['DELETE', `/endpoints/${id}`],
    ['POST', `/endpoints/${id}/rotate`],
    ['POST', `/endpoints/${id}/retire`],
    ['POST', `/endpoints/${id}/test`],
    ['GET', `/endpoints/${id}/deliveries`],
    ['GET', `/deliveries/${delivery}`],
    ['POST', `/deliveries/${delivery}/replay`],
    ['GET', `/events?endpoint=${id}`],
    ['GET', '/endpoints/no-id/deliveries'],
  ] as const) {
    const payload = method === 'GET' ? undefined : { password: 'right' };
    expect([url, (await call(method, url, payload, stranger)).status]).toEqual([url, 404]);
  }
  expect((await call('GET', '/endpoints', undefined, stranger)).body).toEqual({ data: [] });
  const inside = { url: 'https://inside.test/', events: ['payment.paid'], password: 'right' };
  expect(await call('POST', '/endpoints', inside)).toMatchObject({ status: 422, body: { message: /private network/ } });
  expect((await call('PATCH', `/endpoints/${id}`, { url: 'https://inside.test/', password: 'right' })).status).toBe(
    422,
  );
});

test('[A8] a new address takes the proof and is told by mail; other changes take neither', async () => {
  const { id } = await add('shop.test');
  const change = (fields: object) => call('PATCH', `/endpoints/${id}`, fields);
  expect((await change({ url: 'https://thief.test/' })).status).toBe(422);
  expect((await change({ url: 'https://shop.test/hook', events: ['payment.seen'] })).body.data).toMatchObject({
    events: ['payment.seen'],
  });
  expect((await change({ url: 'https://new.test/', password: 'right' })).body.data.url).toBe('https://new.test/');
  const mails = await sample.database.query(
    `select payload->>'subject' as subject from event where type = 'mail.send' and payload->>'to' = $1 order by id`,
    [`${userId}@kobogate.test`],
  );
  expect(mails).toEqual([
    { subject: 'A webhook was added at Kobogate' },
    { subject: 'A webhook goes to another address at Kobogate' },
  ]);
});

test.each(SESSION_ENDS)(
  '[A7] no endpoint is made, moved or given a secret where %s after the proof',
  async (_what, end) => {
    const { id } = await add('shop.test');
    const before = (await call('GET', '/endpoints')).body;
    afterProof = () => sample.database.transaction((tx) => end(tx, userId));
    const wish = { url: 'https://thief.test/', password: 'right' };
    for (const [method, url, payload] of [
      ['POST', '/endpoints', { ...wish, events: ['payment.paid'] }],
      ['PATCH', `/endpoints/${id}`, wish],
      ['POST', `/endpoints/${id}/rotate`, { password: 'right' }],
    ] as const) {
      expect([url, (await call(method, url, payload)).status]).toEqual([url, 401]);
    }
    expect((await call('GET', '/endpoints')).body).toEqual(before);
  },
);

test('ten endpoints are the most, also when they are added together', async () => {
  const body = { url: 'https://shop.test/', events: ['payment.paid'], password: 'right' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => call('POST', '/endpoints', body)));
  const made = answers.filter(({ status }) => status === 201);
  expect([made.length, answers.find(({ status }) => status !== 201)?.status]).toEqual([10, 409]);
});

test('events are listed a hundred at a time, and forgotten after 30 days unless they still wait', async () => {
  const { id } = await add('shop.test');
  for (let number = 1; number <= 101; number += 1) await happen(number);
  const first = (await call('GET', `/events?endpoint=${id}`)).body;
  expect([first.data.length, first.next]).toEqual([100, 100]);
  expect((await call('GET', `/events?after=100`)).body).toMatchObject({ data: [{ sequence: 101 }], next: null });
  await turn();
  clock.advance(31 * 24 * HOUR);
  await forgetOldEvents({ database: sample.database, clock });
  expect((await call('GET', `/events`)).body.data).toHaveLength(93);
});

test('a disabled account’s events wait until it is enabled again', async () => {
  await add('shop.test');
  await happen();
  await sample.database.query('update app_user set disabled_at = now() where id = $1', [userId]);
  await turn();
  expect(posts).toHaveLength(0);
  await sample.database.query('update app_user set disabled_at = null where id = $1', [userId]);
  await turn();
  expect(posts).toHaveLength(1);
});
