import { createHmac, randomBytes } from 'node:crypto';
import { endpoints as contract, type WebhookBody, type EventId } from '@kobogate/contract';
import { createDispatcher } from '@kobogate/server/src/messaging/deliveries/dispatcher.ts';
import { createTelling } from '@kobogate/server/src/messaging/deliveries/record-event.ts';
import { sendDeliveries } from '@kobogate/server/src/messaging/deliveries/send-deliveries.ts';
import { claimEndpoints } from '@kobogate/server/src/messaging/webhooks/db.ts';
import { webhookRoutes } from '@kobogate/server/src/messaging/webhooks/routes.ts';
import type { Attempt } from '@kobogate/server/src/messaging/webhooks/webhook-sender.ts';
import type { ClaimLoop } from '@kobogate/server/src/platform/claim-loop.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createHttp, mountRoutes } from '@kobogate/server/src/platform/http.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { createSecretBox } from '@kobogate/server/src/platform/secret-box.ts';
import { idFor } from '../contract/ids.ts';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { callerOf, createTestProof, signIn } from '../identity/sessions.ts';
import { createTestClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { createTestSettings } from '../controls/settings.ts';
import { silentLog } from '../platform/log.ts';
import { insertCustomer } from '../sales/orders.ts';

export const HOUR = 3_600_000;

/** What was posted to a receiver. */
interface Post {
  readonly url: string;
  readonly signature: string;
  readonly body: string;
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** For tests: a receiver's answer. */
export const answer = (status: number): Attempt => ({
  status,
  problem: status < 300 ? null : `It answered with the status ${status}.`,
  answer: 'sample',
  milliseconds: 5,
});

/** For tests: whether one of a post's signatures is by this secret. */
export const signed = (secret: string, { signature, body }: Post): boolean => {
  const time = /^t=(\d+),/.exec(signature)?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return signature.split(',').includes(`v1=${expected}`);
};

/**
 * A merchant's endpoints called as over HTTP, a clock of the test's own, and receivers that answer 200 until told
 * otherwise.
 */
async function createTestWebhooks(database: Database) {
  const clock = createTestClock();
  const { userId } = await insertCustomer(database);
  await signIn(database, userId, userId);
  const posts: Post[] = [];
  const receivers = new Map<string, () => Promise<Attempt>>();
  const running: ClaimLoop[] = [];
  let afterProof = async (): Promise<void> => undefined;
  const parts = {
    database,
    clock,
    settings: createTestSettings(database),
    secretBox: createSecretBox(randomBytes(32)),
    log: silentLog,
    sender: {
      refuse: async (url: string) => (url.includes('inside') ? 'The address leads into a private network.' : null),
      send: async ({
        url,
        headers,
        body,
      }: {
        url: string;
        headers: Readonly<Record<string, string>>;
        body: string;
      }) => {
        posts.push({ url, signature: headers['kobogate-signature'] ?? '', body });
        return receivers.get(new URL(url).host)?.() ?? answer(200);
      },
    },
  };
  const options = {
    log: silentLog,
    admit: async () => undefined,
    authenticate: async (token: string) => callerOf(idFor(token)),
  };
  const http = await createHttp(options);
  const proveOwner = createTestProof('right', () => afterProof());
  mountRoutes(http, '/api', webhookRoutes({ ...parts, publicOrigin: 'https://kobogate.test', proveOwner }), options);

  const call = async (method: Method, url: string, payload?: object, as = userId, key?: string) => {
    const headers = { authorization: `Bearer ${as}`, ...(key !== undefined && { 'idempotency-key': key }) };
    const got = await http.inject({ method, url: `/api/webhooks${url}`, headers, ...(payload && { payload }) });
    return { status: got.statusCode, body: got.json() };
  };
  const stop = async () => {
    await Promise.all(running.map((dispatcher) => dispatcher.stop()));
  };

  return {
    database,
    clock,
    userId,
    posts,
    receivers,
    call,
    stop,
    /** Runs something between each proof and the write. */
    afterProof: (happens: () => Promise<void>): void => {
      afterProof = happens;
    },
    /** Adds an endpoint at a host. Throws where that is refused. */
    add: async (host: string, events = ['payment.paid']): Promise<{ id: string; secret: string }> => {
      const made = await call('POST', '/endpoints', { url: `https://${host}/hook`, events, password: 'right' });
      return contract.webhooks.create.answer.parse(made.body).data;
    },
    /** Starts one more dispatcher. */
    start: (): void => {
      const dispatcher = createDispatcher({ ...parts, pollMs: 20 });
      running.push(dispatcher);
      dispatcher.start();
    },
    /** Sends what is due now, once for each endpoint, as one round of a dispatcher does. */
    turn: async (): Promise<void> => {
      const claimed = await claimEndpoints(database, { limit: 50, leaseMs: 30_000, now: clock.now() });
      await Promise.all(claimed.map((each) => sendDeliveries(parts, each)));
    },
    /** Handles an event of the program, as the queue does. */
    happen: async (number = 1, eventId = newId<EventId>()): Promise<void> => {
      const describe = async () => ({ number, note: 'Ada’s 🥖' });
      await createTelling({ ...parts, publicOrigin: 'https://pay.example' })(eventId, {
        userId,
        type: 'payment.paid',
        describe,
      });
    },
    bodies: (): WebhookBody[] => posts.map(({ body }) => JSON.parse(body) as WebhookBody),
    logOf: async (id: string) =>
      contract.webhooks.listDeliveries.answer.parse((await call('GET', `/endpoints/${id}/deliveries`)).body).data,
    close: async (): Promise<void> => {
      await stop();
      await http.close();
      await database.query('delete from webhook_endpoint');
    },
  };
}

export type TestWebhooks = Awaited<ReturnType<typeof createTestWebhooks>>;

/** For a test file: gives each of its tests such webhooks, without the endpoints of earlier tests. */
export function useTestWebhooks(handOver: (webhooks: TestWebhooks) => void): void {
  let db: TestDatabase;
  let current: TestWebhooks;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    current = await createTestWebhooks(db.database);
    handOver(current);
  });
  afterEach(() => current.close());
}
