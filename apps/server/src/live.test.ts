// What streams show, from the sign-in to the socket, on a real database that another node writes to: a change reaches
// its stream with notifications cut off, nothing is lost between a read and the subscription, and idle streams cost as
// much as one.
import type { DepositId, LinkId, OrderId, UserId } from '@kobogate/contract';
import { signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endDeposits, savePersonsWord, saveUser } from './custody/deposits/db.ts';
import { createAuthenticator } from './identity/sessions/authenticate.ts';
import {
  clearNotifications,
  insertNotifications,
  readChanges,
  readNext,
  readOldestStart,
} from './messaging/notifications/db.ts';
import { createChangeFeed, RECORDS_CHANGED } from './platform/change-feed.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase, type Transaction } from './platform/database.ts';
import { Failure, unauthorized } from './platform/errors.ts';
import { newId } from './platform/identifiers.ts';
import { logOut } from './identity/sessions/end-session.ts';
import { revokeSessions } from './identity/sessions/db.ts';
import { mountLive } from './platform/live.ts';
import { mountLiveThing } from './platform/live-thing.ts';
import { enqueue } from './platform/queue.ts';
import { forgetApprovals, saveFirstApprover } from './sales/orders/db.ts';
import { releaseLink, saveLinkUses } from './sales/payment-links/db.ts';
import { viewPaymentVersion } from './sales/payments/view-payments.ts';

let db: TestDatabase;
/** Another node. */
let other: Database;
let open: { http: FastifyInstance; abort: AbortController; node: Database }[] = [];
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 });
  other = await openDatabase({ url: db.url, maxConnections: 4, log: silentLog });
});
afterEach(async () => {
  for (const { http, abort, node } of open.splice(0)) {
    abort.abort();
    await http.close();
    await node.close();
  }
});
afterAll(async () => {
  await other.close();
  await db.drop();
});

interface NodeOptions {
  /** Without them a node polls alone, as behind a pooler, and often. */
  readonly hearsNotifications?: boolean;
  readonly pollMs?: number;
  /** What happens between the read of a payment's version and its stream. */
  readonly inBetween?: () => Promise<void>;
}

/** A node that serves streams, and the number of statements of each name that it has made. */
async function startNode({ hearsNotifications = false, pollMs, inBetween = async () => {} }: NodeOptions = {}) {
  const node = await openDatabase({ url: db.url, maxConnections: 4, log: silentLog });
  const statements = new Map<string, number>();
  const database: Database = {
    ...node,
    query: (text, values, name = text) => {
      statements.set(name, (statements.get(name) ?? 0) + 1);
      return node.query(text, values, name === text ? undefined : name);
    },
    onAnnouncedAnywhere: hearsNotifications ? node.onAnnouncedAnywhere : node.onAnnounced,
  };
  const feed = createChangeFeed({
    database,
    readOldestStart: () => readOldestStart(database),
    readChanges: (since) => readChanges(database, since),
    readNext: () => readNext(database),
    log: silentLog,
    ...(pollMs === undefined ? {} : { pollMs }),
  });
  const http = Fastify();
  http.setErrorHandler((error, _request, reply) => reply.code(error instanceof Failure ? error.status : 500).send());
  http.addHook('onClose', async () => feed.close());
  const authenticate = createAuthenticator({ database, clock: systemClock });
  mountLive(http, '/events', {
    feed,
    database,
    signIn: async ({ authorization = '' }) => {
      const found = await authenticate(authorization, { isBackground: true });
      if (found === null) throw unauthorized('who?');
      return found.caller;
    },
  });
  mountLiveThing(http, '/payments/:id', {
    feed,
    event: 'payment',
    unknown: 'payment-unknown',
    findVersion: async (id) => {
      const version = await viewPaymentVersion(database, id);
      await inBetween();
      return version;
    },
    limits: { most: 1_000, mostOfHolder: 1_000 },
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  const abort = new AbortController();
  open.push({ http, abort, node });
  return {
    node,
    statements,
    /** Opens a stream and resolves once it is answered; `frames` grows with what it brings. */
    async follow(path: string, authorization = ''): Promise<{ frames: string[]; ended: Promise<void> }> {
      const { signal } = abort;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization }, signal });
      expect(answer.status).toBe(200);
      const frames: string[] = [];
      const ended = (async () => {
        for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? [])
          frames.push(...piece.split('\n\n').filter((frame) => frame.startsWith('event: ')));
      })().catch(() => undefined);
      return { frames, ended };
    },
  };
}

async function openPayment(): Promise<{ id: OrderId; userId: UserId; change: () => Promise<unknown> }> {
  const { userId } = await insertCustomer(other);
  const { orderId: id } = await insertOpenedPayment(other, userId);
  return { id, userId, change: () => touch(id) };
}

const touch = (id: OrderId): Promise<object[]> =>
  other.query(`update customer_order set version = version + 1, updated_at = clock_timestamp() where id = $1`, [id]);
const versionsIn = (frames: readonly string[]): number[] =>
  frames.map((frame) => JSON.parse(frame.split('data: ')[1] ?? '{}').version);
const versionOf = async (id: OrderId): Promise<number> => (await viewPaymentVersion(other, id)) ?? 0;

test('a change by another node reaches its streams with notifications cut off, and no one else’s', async () => {
  const served = await startNode();
  const payment = await openPayment();
  const bystander = await openPayment();
  const stranger = await insertCustomer(other);
  const admin = await insertCustomer(other, { isAdmin: true });
  for (const userId of [payment.userId, stranger.userId, admin.userId]) await signIn(other, userId, userId);
  const [payer, passer] = [
    await served.follow(`/payments/${payment.id}`),
    await served.follow(`/payments/${bystander.id}`),
  ];
  const [merchant, bystanderOf, office] = [
    await served.follow('/events', payment.userId),
    await served.follow('/events', stranger.userId),
    await served.follow('/events', admin.userId),
  ];
  await payment.change();
  const told = [expect.stringContaining('event: order'), expect.stringContaining('event: payment')];
  await expect.poll(() => merchant.frames).toEqual(expect.arrayContaining(told));
  await expect.poll(() => office.frames).toEqual(expect.arrayContaining(told));
  await expect.poll(() => versionsIn(payer.frames).at(-1)).toBe(await versionOf(payment.id));
  expect([bystanderOf.frames.length, passer.frames.length]).toEqual([0, 1]);
});

test('coins at a payment’s address change it, and a payment that was never watched before is followed at once', async () => {
  const served = await startNode();
  const first = await openPayment();
  await served.follow(`/payments/${first.id}`);
  const { id } = await openPayment();
  const { frames } = await served.follow(`/payments/${id}`);
  await expect.poll(() => versionsIn(frames)).toEqual([await versionOf(id)]);
  await insertArrival(other, id, { amount: 5n });
  await expect.poll(async () => versionsIn(frames).at(-1) === (await versionOf(id)) && frames.length > 1).toBe(true);
});

test('a change between the read of a payment and its stream is told as soon as the stream is open', async () => {
  const payment = await openPayment();
  let late: { frames: string[] } | undefined;
  const changeMeanwhile = async (): Promise<void> => {
    if (late === undefined) return;
    const { frames } = late;
    await payment.change();
    // The node has told it to a stream that was open before.
    await expect.poll(() => frames.length).toBe(2);
  };
  const served = await startNode({ inBetween: changeMeanwhile });
  late = await served.follow(`/payments/${payment.id}`);
  await expect.poll(() => late?.frames.length).toBe(1);
  const { frames } = await served.follow(`/payments/${payment.id}`);
  await expect.poll(() => versionsIn(frames)).toEqual([await versionOf(payment.id)]);
});

test('a change that commits long after it was made is told', async () => {
  const served = await startNode();
  const [slow, quick] = [await openPayment(), await openPayment()];
  const { frames } = await served.follow(`/payments/${slow.id}`);
  const beside = await served.follow(`/payments/${quick.id}`);
  await other.transaction(async (tx) => {
    await tx.query(`update customer_order set updated_at = clock_timestamp() where id = $1`, [slow.id]);
    const age = () =>
      tx.query<{ ms: number }>(
        `select extract(epoch from clock_timestamp() - updated_at)::float8 * 1000 as ms
      from customer_order where id = $1`,
        [slow.id],
      );
    // Looks go on beside it, until it is older than any margin.
    await expect
      .poll(
        async () => {
          await quick.change();
          return (await age())[0]?.ms;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(1_500);
    expect(beside.frames.length).toBeGreaterThan(1);
    expect(frames).toHaveLength(1);
  });
  await expect.poll(() => versionsIn(frames)).toEqual([expect.anything(), await versionOf(slow.id)]);
});

test('a change that commits long after it was made is told, also where nothing else was written in that time', async () => {
  const served = await startNode();
  const { id } = await openPayment();
  const { frames } = await served.follow(`/payments/${id}`);
  await other.transaction(async (tx) => {
    await tx.query(`update customer_order set updated_at = clock_timestamp() where id = $1`, [id]);
    served.statements.clear();
    // Longer than any margin.
    await expect.poll(() => served.statements.get('live-changes') ?? 0, { timeout: 10_000 }).toBeGreaterThan(3);
    expect(frames).toHaveLength(1);
  });
  await expect.poll(() => versionsIn(frames)).toEqual([expect.anything(), await versionOf(id)]);
});

test('a commit of this node and, where the database notifies, of another one are shown without waiting for a poll', async () => {
  const served = await startNode({ hearsNotifications: true, pollMs: 3_600_000 });
  const payment = await openPayment();
  const { frames } = await served.follow(`/payments/${payment.id}`);
  const write = (database: Database): Promise<void> =>
    database.transaction(async (tx) => {
      await tx.query(`update customer_order set updated_at = clock_timestamp() where id = $1`, [payment.id]);
      await enqueue(tx, [{ type: 'test', payload: null }]);
    });
  await write(served.node);
  await expect.poll(() => frames.length).toBe(2);
  // The connection that listens is being opened: a notification before that is not heard, one after it is.
  await expect
    .poll(
      async () => {
        await write(other);
        return frames.length;
      },
      { interval: 300, timeout: 10_000 },
    )
    .toBeGreaterThan(2);
});

test('each write of what a stream shows is announced: no stream waits for a poll', async () => {
  const topics: string[][] = [];
  const write = async (work: (tx: Transaction) => Promise<unknown>): Promise<void> => {
    const announced: string[] = [];
    const tx: Partial<Transaction> = {
      query: async () => [{ found: 1 }] as never,
      announce: (topic) => void announced.push(topic),
    };
    await work(tx as Transaction);
    topics.push(announced);
  };
  const [orderId, adminId, depositId] = [newId<OrderId>(), newId<UserId>(), newId<DepositId>()];
  await write((tx) => saveFirstApprover(tx, orderId, adminId));
  await write((tx) => forgetApprovals(tx, orderId));
  await write((tx) => saveLinkUses(tx, new Map([[newId<LinkId>(), orderId]])));
  await write((tx) => releaseLink(tx, newId<LinkId>(), orderId));
  await write((tx) => endDeposits(tx, 'dropped', [depositId]));
  await write((tx) => savePersonsWord(tx, { id: depositId, adminId, isFirst: true }));
  await write((tx) => saveUser(tx, depositId, adminId));
  await write((tx) => clearNotifications(tx, adminId));
  expect(topics).toEqual(topics.map(() => [RECORDS_CHANGED]));
});

test('where the database notifies, what is idle is looked at much more rarely than where it does not', async () => {
  const [hearing, deaf] = [await startNode({ hearsNotifications: true }), await startNode()];
  const { id } = await openPayment();
  for (const each of [hearing, deaf]) await each.follow(`/payments/${id}`);
  await expect.poll(() => hearing.node.hearsOthers(), { timeout: 30_000 }).toBe(true);
  expect(deaf.node.hearsOthers()).toBe(false);
  for (const each of [hearing, deaf]) each.statements.clear();
  const looks = ({ statements }: typeof deaf): number =>
    (statements.get('live-next') ?? 0) + (statements.get('live-changes') ?? 0);
  await expect.poll(() => looks(deaf), { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
  expect(looks(hearing)).toBeLessThanOrEqual(looks(deaf) / 3);
});

test('what a user clears in one window goes in the others', async () => {
  const served = await startNode();
  const { userId } = await insertCustomer(other);
  await signIn(other, userId, userId);
  const { frames } = await served.follow('/events', userId);
  await other.transaction((tx) =>
    insertNotifications(tx, [
      { userId, source: newId(), message: { type: 'update', text: 'Paid' } as never, page: '/' },
    ]),
  );
  await expect.poll(() => frames.length).toBe(1);
  await other.transaction((tx) => clearNotifications(tx, userId));
  await expect.poll(() => frames.length).toBe(2);
});

test.each(['the same', 'another'] as const)(
  '[A7] a stream ends at once with its session that %s node ends, and those of other sessions go on',
  async (which) => {
    // No heartbeat comes, by which it would end some seconds later.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      const served = await startNode({ hearsNotifications: which === 'another' });
      const { userId } = await insertCustomer(other);
      const [one, both] = [await signIn(other, userId, `${userId}-one`), await signIn(other, userId, userId)];
      const [out, on] = [await served.follow('/events', `${userId}-one`), await served.follow('/events', userId)];
      const ending = which === 'another' ? other : served.node;
      await logOut({ database: ending, clock: systemClock }, one);
      await out.ended;
      await other.transaction((tx) =>
        insertNotifications(tx, [
          { userId, source: newId(), message: { type: 'update', text: 'Paid' } as never, page: '/' },
        ]),
      );
      await expect.poll(() => on.frames.length).toBe(1);
      // As disabling, a new role and a new password do.
      await ending.transaction((tx) => revokeSessions(tx, both.userId, systemClock.now()));
      await on.ended;
    } finally {
      vi.useRealTimers();
    }
  },
);

test('[O5] a thousand idle streams look once a poll, and ask once a second who is still signed in', async () => {
  const served = await startNode();
  const people = await Promise.all(Array.from({ length: 20 }, () => insertCustomer(other)));
  for (const { userId } of people) await signIn(other, userId, userId);
  const { id } = await openPayment();
  for (const { userId } of people)
    await Promise.all(Array.from({ length: 25 }, () => served.follow('/events', userId)));
  for (let opened = 0; opened < 500; opened += 25)
    await Promise.all(Array.from({ length: 25 }, () => served.follow(`/payments/${id}`)));
  served.statements.clear();
  const from = performance.now();
  const count = (name: string): number => served.statements.get(name) ?? 0;
  // Other databases of the same server write too: then a look is not spared.
  await expect.poll(() => count('live-next') + count('live-changes'), { timeout: 30_000 }).toBeGreaterThanOrEqual(8);
  const seconds = (performance.now() - from) / 1000;
  for (const look of ['live-next', 'live-changes']) expect(count(look)).toBeLessThanOrEqual(seconds / 0.6 + 1);
  expect(count('sessions-find')).toBeGreaterThan(0);
  expect(count('sessions-find')).toBeLessThanOrEqual(seconds + 2);
  const others = [...served.statements.keys()].filter((name) => !name.startsWith('live-'));
  expect(others).toEqual(['sessions-find']);
});

test('the look reads indexes alone, whatever the planner knows of the tables', async () => {
  const plans: string[] = [];
  await other.transaction(async (tx) => {
    await tx.query(`set local plan_cache_mode = force_generic_plan`);
    let text = '';
    await readChanges(
      {
        query: async (...[sql]) => {
          text = sql;
          return tx.query(sql, [new Date()]) as never;
        },
      },
      new Date(),
    );
    await tx.query(`prepare look as ${text}`);
    const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain execute look (now())`);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  });
  expect(plans.filter((line) => line.includes('Seq Scan'))).toEqual([]);
});
