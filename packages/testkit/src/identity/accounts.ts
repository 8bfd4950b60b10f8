import { DEVICE_HEADER } from '@kobogate/contract';
import { inOrder } from '@kobogate/server/src/events.ts';
import { accountHandlers } from '@kobogate/server/src/identity/accounts/handlers.ts';
import type { Mail, Mailer } from '@kobogate/server/src/identity/accounts/mailer.ts';
import type { PasswordHasher } from '@kobogate/server/src/identity/accounts/password-hash.ts';
import { type AccountDependencies, accountRoutes } from '@kobogate/server/src/identity/accounts/routes.ts';
import type { OpenSecondStep, ProveSecondFactor } from '@kobogate/server/src/identity/accounts/second-step.ts';
import { createAuthenticator } from '@kobogate/server/src/identity/sessions/authenticate.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createHttp, type HttpOptions, mountRoutes } from '@kobogate/server/src/platform/http.ts';
import { createWorker, type Worker } from '@kobogate/server/src/platform/queue.ts';
import type { Admit, Route } from '@kobogate/server/src/platform/route.ts';
import { createTestClock, type TestClock } from '../platform/clock.ts';
import { createTestDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';

export const ORIGIN = 'https://kobogate.test';
export const PASSWORD = 'correct horse 42';

export interface Answer {
  readonly status: number;
  readonly body: { message?: string; data?: Record<string, unknown> };
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly address?: string;
  /** The secret by which the browser names itself. */
  readonly device?: string;
  readonly headers?: Record<string, string>;
}

/** The whole room on a database of its own, called as over HTTP, with a mail server that can be switched off. */
export interface TestAccounts {
  readonly database: Database;
  readonly clock: TestClock;
  readonly worker: Worker;
  readonly mails: Mail[];
  readonly post: { isDown: boolean };
  /** Password checks done so far. */
  readonly checks: { count: number };
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    options?: CallOptions,
  ): Promise<Answer>;
  register(email: string, fields?: object, options?: CallOptions): Promise<Answer>;
  /** The code in the newest mail to an address, once everything due has been done. */
  codeFor(email: string): Promise<string>;
  /** A verified account's token. */
  signUp(email: string): Promise<string>;
  close(): Promise<void>;
}

/** What another room adds to the set-up of its own tests. */
export interface Extension {
  readonly openSecondStep: OpenSecondStep;
  readonly proveSecondFactor: ProveSecondFactor;
  readonly lacksFactor: AccountDependencies['lacksFactor'];
  readonly admit: Admit;
  readonly routes: readonly Route[];
}
export type TestDependencies = Omit<
  AccountDependencies,
  'openSecondStep' | 'proveSecondFactor' | 'lacksFactor' | 'pauseKeys' | 'ownWords'
>;

/** Passwords are kept as they are, in what looks like a hash: a real one takes tens of milliseconds of a core, and `password.test.ts` tests it. */
export const quickHasher: PasswordHasher = {
  hash: async (password) => `$argon2 kept ${password}`,
  verify: async (hash, password) => hash === `$argon2 kept ${password}`,
};

/** For tests: accounts without second factors and roles. */
export const alone = (): Extension => ({
  openSecondStep: async () => null,
  proveSecondFactor: async () => undefined,
  lacksFactor: async () => false,
  admit: async () => undefined,
  routes: [],
});

/** Sets the room up for a test file. */
export async function createTestAccounts(
  extend: (dependencies: TestDependencies) => Extension = alone,
  passwords: PasswordHasher = quickHasher,
): Promise<TestAccounts> {
  const testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const clock = createTestClock();
  const mails: Mail[] = [];
  const post = { isDown: false };
  const mailer: Mailer = {
    send: async (mail) => {
      if (post.isDown) throw new Error('the post office is closed');
      mails.push(mail);
      return 'sent';
    },
  };
  const checks = { count: 0 };
  const hasher = countChecks(passwords, checks);
  const dependencies = { database, clock, hasher, mailer, log: silentLog, publicOrigin: ORIGIN };
  const authenticate = createAuthenticator(dependencies);
  const { routes, admit, ...secondFactors } = extend(dependencies);
  const options: HttpOptions = {
    log: silentLog,
    authenticate: async (token, call) => (await authenticate(token, call))?.caller ?? null,
    admit,
  };
  const http = await createHttp(options);
  mountRoutes(
    http,
    '/api',
    [...accountRoutes({ ...dependencies, pauseKeys, ownWords, ...secondFactors }), ...routes],
    options,
  );
  const worker = createWorker({ database, clock, log: silentLog, handlers: inOrder([accountHandlers(dependencies)]) });

  const call: TestAccounts['call'] = async (
    method,
    path,
    body,
    { token, address = '203.0.113.9', device, headers } = {},
  ) => {
    const answer = await http.inject({
      method,
      url: `/api${path}`,
      remoteAddress: address,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(device === undefined ? {} : { [DEVICE_HEADER]: device }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  const register: TestAccounts['register'] = (email, fields = {}, from = {}) =>
    call('POST', '/auth/register', { ...PERSON, email, ...fields }, from);
  const codeFor: TestAccounts['codeFor'] = async (email) => {
    await worker.drain();
    const mail = mails.findLast(({ to }) => to === email);
    const code = /\b\d{4}\b/.exec(mail?.text ?? '')?.[0];
    if (code === undefined) throw new Error(`no code was mailed to ${email}`);
    return code;
  };
  return {
    database,
    clock,
    worker,
    mails,
    post,
    checks,
    call,
    register,
    codeFor,
    signUp: async (email) => {
      await register(email);
      const { body } = await call('POST', '/auth/verify', { email, otp: await codeFor(email) });
      return String(body.data?.['token']);
    },
    close: async () => {
      await http.close();
      await testDatabase.drop();
    },
  };
}

const ownWords = async (): Promise<readonly string[]> => ['Sample Brand'];

/** API keys belong to another room: here every account has two. */
const pauseKeys = async (): Promise<number> => 2;

const PERSON = { first_name: 'Sample', last_name: 'Person', phone: '0803 000 0000', password: PASSWORD };

function countChecks(hasher: PasswordHasher, checks: { count: number }): PasswordHasher {
  return {
    hash: (password) => {
      checks.count += 1;
      return hasher.hash(password);
    },
    verify: (hash, password) => {
      checks.count += 1;
      return hasher.verify(hash, password);
    },
  };
}

/** A code that is not the given one. */
export const otherCode = (code: string): string => (code === '1111' ? '2222' : '1111');
