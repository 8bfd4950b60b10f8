import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { endpoints, type Scope, type StaffRole } from '@kobogate/contract';
import { createApi } from '@kobogate/server/src/api.ts';
import { readConfiguration } from '@kobogate/server/src/configuration/configuration.ts';
import type { Mail } from '@kobogate/server/src/identity/index.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { createLog } from '@kobogate/server/src/platform/log.ts';
import { createRooms } from '@kobogate/server/src/rooms.ts';
import { createWorkers } from '@kobogate/server/src/work.ts';
import { createTestChain } from '../custody/chain.ts';
import { PASSWORD, quickHasher } from '../identity/accounts.ts';
import { appCode } from '../identity/two-factor.ts';
import { createTestClock, type TestClock } from '../platform/clock.ts';
import { createTestDatabase } from '../platform/database.ts';
import { createTemporaryFolder } from '../platform/temporary-folder.ts';
import { createOutside } from './outside.ts';

/** A code of an authenticator app is used once, and the next one comes within this. */
const CODE_MS = 60_000;
const CONFIRMATIONS = 2;
const MIGRATIONS = new URL('../../../../apps/server/migrations', import.meta.url).pathname;

/** A request as it is put on the wire. */
export interface WireRequest {
  readonly method: string;
  /** With its query; below the origin. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** A person who is signed in. */
export interface TestPerson {
  readonly email: string;
  readonly token: string;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: object | undefined;
}

/** The server with all its rooms, in this process on a database of its own, with an outside that works. */
export interface TestProduct {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly database: Database;
  readonly clock: TestClock;
  /** The methods and addresses that the server answers, such as `GET /api/user`. */
  readonly served: readonly string[];
  /** Every mail that was sent, the oldest first. */
  readonly mails: readonly Mail[];
  /** What the server's log has as errors. */
  readonly errors: string[];
  send(request: WireRequest): Promise<WireAnswer>;
  /** A call of the API with JSON; `path` is below `/api`. Answers the body of a success, and throws for anything else. */
  call(method: string, path: string, options?: CallOptions): Promise<unknown>;
  /** Does what is due: events, and the repeated work. */
  work(): Promise<void>;
  /** Coins are paid on Ethereum and become final. */
  pay(transfer: { addressKey: string; asset: 'USDT@ethereum' | 'USDC@ethereum'; amount: bigint }): Promise<void>;
  signUp(): Promise<TestPerson>;
  /** A new administrator with an authenticator app, freshly proven. */
  signUpAdmin(): Promise<TestPerson>;
  /** The same with another role of the team. */
  signUpStaff(role: StaffRole): Promise<TestPerson>;
  makeKey(token: string, scopes: readonly Scope[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts it; a test that watches the database puts itself between. */
export async function startTestProduct({
  through = (database: Database) => database,
  isAboutPlans = false,
} = {}): Promise<TestProduct> {
  const folder = await createTemporaryFolder('product');
  const testDatabase = await createTestDatabase({ isAboutPlans });
  const database = through(testDatabase.database);
  const clock = createTestClock();
  const errors: string[] = [];
  const log = createLog('error', { write: (line) => void errors.push(line) });
  const base = { database, clock, log };
  const configuration = configurationIn(folder.path);
  const mails: Mail[] = [];
  const rooms = await createRooms(base, configuration, createOutside(clock, mails), undefined, quickHasher);
  const chain = createTestChain();
  for (let height = 0; height < CONFIRMATIONS; height += 1) chain.extend([]);
  // Two, so that no payment waits for a person.
  const providers = ['one.test', 'two.test'].map((host) => ({ chain, host }));
  const watchers = rooms.startWatchers([{ providers, confirmations: CONFIRMATIONS, steps: [] }]);
  const workers = createWorkers(base, rooms.work.handlers, rooms.work.payouts.mostInHand);
  const draining = new AbortController().signal;
  const http = await createApi(
    configuration,
    { ...base, ...rooms.api, routes: rooms.routes, migrations: MIGRATIONS },
    { draining },
  );
  const origin = await http.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true });

  const send: TestProduct['send'] = (wire) => sendTo(origin, agent, wire);
  const call: TestProduct['call'] = async (method, path, { token, body } = {}) => {
    const answer = await send({
      method,
      path: `/api${path}`,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const work = async (): Promise<void> => {
    for (const { run } of rooms.work.timers) await run();
    for (const worker of workers) await worker.drain();
  };
  const signUp = async (): Promise<TestPerson> => {
    const email = `sample-${newId()}@kobogate.test`;
    await database.query('truncate throttle');
    const body = { first_name: 'Ada', last_name: 'Obi', phone: '0803 000 0000', email, password: PASSWORD };
    await call('POST', '/auth/register', { body });
    await work();
    const otp = /\b\d{4}\b/.exec(mails.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
    const verified = endpoints.accounts.verify.answer.parse(
      await call('POST', '/auth/verify', { body: { email, otp } }),
    );
    return { email, token: verified.data.token };
  };
  const signUpStaff: TestProduct['signUpStaff'] = async (role) => {
    const { email, token } = await signUp();
    await database.query(
      `update app_user set is_admin = $2, staff_role = nullif($3, 'administrator'), admin_since = now() where email = $1`,
      [email, role === 'administrator', role],
    );
    const { enrolTotp, confirmTotp } = endpoints.twoFactor;
    const enrolled = enrolTotp.answer.parse(
      await call('POST', '/two-factor/totp', { token, body: { password: PASSWORD } }),
    );
    const codeNow = (): string => appCode(enrolled.data.secret, clock.now());
    confirmTotp.answer.parse(await call('POST', '/two-factor/totp/confirm', { token, body: { code: codeNow() } }));
    clock.advance(CODE_MS);
    await call('POST', '/auth/prove', { token, body: { password: PASSWORD, code: codeNow() } });
    return { email, token };
  };
  return {
    origin,
    database,
    clock,
    served: await listServed(http),
    mails,
    errors,
    send,
    call,
    work,
    signUp,
    signUpAdmin: () => signUpStaff('administrator'),
    signUpStaff,
    pay: async (transfer) => {
      const identity = newId();
      chain.extend([{ ...transfer, identity, transaction: newId() }]);
      for (let height = 0; height < CONFIRMATIONS; height += 1) chain.extend([]);
      await becomesFinal(database, identity);
    },
    makeKey: async (token, scopes) => {
      await database.query('truncate throttle');
      const body = { name: 'Sample key', scopes, password: PASSWORD };
      return endpoints.apiKeys.create.answer.parse(await call('POST', '/api-keys', { token, body })).data.secret;
    },
    close: async () => {
      agent.destroy();
      await http.close();
      await Promise.all(watchers.map((watcher) => watcher.stop()));
      await Promise.all(workers.map((worker) => worker.stop()));
      await testDatabase.drop();
      await folder.remove();
    },
  };
}

const configurationIn = (folder: string) => ({
  ...readConfiguration({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    EVM_XPUB: `xpub${'1'.repeat(107)}`,
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'sample@kobogate.test',
    // Each caller may have an address of its own.
    TRUST_PROXY: '1',
    ...Object.fromEntries(
      ['ETHEREUM', 'POLYGON', 'BSC', 'BITCOIN', 'SOLANA'].flatMap((network) => [
        [`RPC_${network}`, 'http://127.0.0.1'],
        [`CONFIRMATIONS_${network}`, String(CONFIRMATIONS)],
      ]),
    ),
    BUDPAY_URL: 'http://127.0.0.1',
    BUDPAY_SECRET_KEY: 'sample',
    BUDPAY_PUBLIC_KEY: 'sample',
    COINBASE_URL: 'http://127.0.0.1',
    LUNO_URL: 'http://127.0.0.1',
    QUIDAX_URL: 'http://127.0.0.1',
  }),
  pollSeconds: 0.02,
  restSeconds: 0.02,
});

/** Waits until a payment is credited: where a provider is slow to vouch for it, that is later than its block. */
async function becomesFinal(database: Database, identity: string): Promise<void> {
  while (
    (await database.query(`select from deposit where identity = $1 and status = 'confirmed'`, [identity])).length === 0
  ) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** From the drawing of a tree in which each level is four characters deep and adds its part to the address above it. */
async function listServed(http: Awaited<ReturnType<typeof createApi>>): Promise<string[]> {
  await http.ready();
  const above: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, drawn = '', part = '', methods] = /^([│├└─\s]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      const depth = drawn.length / 4;
      above[depth] = (depth > 1 ? (above[depth - 1] ?? '') : '') + part;
      return methods?.split(', ').map((method) => `${method} ${above[depth]}`) ?? [];
    });
}

function sendTo(origin: string, agent: Agent, wire: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers = {}, body } = wire;
    const { hostname, port } = new URL(origin);
    const outgoing = request({ agent, hostname, port, method, path, headers }, (answer) => {
      const isEndless = answer.headers['content-type']?.startsWith('text/event-stream') === true;
      if (isEndless) answer.destroy();
      (isEndless ? Promise.resolve('') : text(answer)).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: read }),
        reject,
      );
    });
    // The server closes a connection whose body it did not read; the next request on it never arrived.
    outgoing.on('error', (error) => {
      if (outgoing.reusedSocket) sendTo(origin, new Agent(), wire).then(resolve, reject);
      else reject(error);
    });
    // Node gives a DELETE with a body no length of its own.
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body));
    outgoing.end(body);
  });
}
