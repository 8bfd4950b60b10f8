import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { insertSamples, type Sample } from '@kobogate/testkit/sales/samples/people.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/embedded-postgres.ts';
import { allowPlenty, BENCH_KEY } from './books.ts';

/** The built server on a database of its own, with signed-in users. */
export interface Product {
  readonly origin: string;
  /** The server's process. */
  readonly pid: number;
  readonly database: Database;
  /** Its users. */
  readonly samples: readonly Sample[];
  /** Their bearer tokens, in the same order. */
  readonly tokens: readonly string[];
  stop(): Promise<void>;
}

const SERVER = join(import.meta.dirname, '..', '..', 'apps', 'server', 'dist', 'main.js');
const WEB = join(import.meta.dirname, '..', '..', 'apps', 'web', 'dist');
/** The public sample key of the seed "test test … junk": no coin is received here. */
export const BENCH_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const RATE = { NGN: '1600.50' };

/**
 * Starts the built server (`npm run bench` brings it up to date) with `people` signed-in users, and a rate source that
 * always answers. `environment` overrides its default variables, such as a bank that is never called.
 */
export async function startProduct(
  people: number,
  { port: wantedPort, environment = {} }: { port?: number; environment?: Readonly<Record<string, string>> } = {},
): Promise<Product> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const { host, port, user, database: name } = embedded.address;
  const database = await openDatabase({ url: embedded.address, maxConnections: 16, log: silentLog });
  const rates = createServer((request, response) => {
    const currency = new URL(request.url ?? '/', 'http://rates').searchParams.get('currency');
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { currency, rates: RATE } }));
  }).listen(0, '127.0.0.1');
  await once(rates, 'listening');
  const ownPort = wantedPort ?? (await freePort());
  const child = fork(SERVER, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(ownPort),
      WEB_DIR: WEB,
      HOST: '127.0.0.1',
      DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      // Customers are made administrators, as these have links before they are on offer to all.
      ADMIN_SECOND_FACTOR: 'optional',
      ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
      LOG_LEVEL: 'silent',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@kobogate.test',
      COINBASE_URL: addressOf(rates.address()),
      RATE_MINIMUM_SOURCES: '1',
      ROLES: 'api,worker',
      EVM_XPUB: BENCH_XPUB,
      SECRETS_KEY: BENCH_KEY.toString('base64'),
      RPC_ETHEREUM: 'http://127.0.0.1:9',
      CONFIRMATIONS_ETHEREUM: '12',
      // Its node is the only provider, and nobody is there to vouch for large payments.
      LONE_PROVIDER_LIMIT: '999999999999999',
      BUDPAY_URL: 'http://127.0.0.1:9',
      BUDPAY_SECRET_KEY: 'unused',
      BUDPAY_PUBLIC_KEY: 'unused',
      OPEN_ORDERS_AT_MOST: '10000',
      ...environment,
    },
  });
  const origin = `http://127.0.0.1:${ownPort}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database.close();
    await embedded.stop();
    rates.close();
    await folder.remove();
  };
  await untilReady(origin, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  await allowPlenty(database);
  const samples = await insertSamples(database, people);
  return {
    origin,
    pid: child.pid ?? Number.NaN,
    database,
    samples,
    tokens: await signIn(database, samples),
    stop,
  };
}

function addressOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return `http://127.0.0.1:${address.port}`;
}

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Resolves once a server answers its health check; throws where its process ended first. */
export async function untilReady(origin: string, child: ChildProcess, path = '/api/health'): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`);
    const answer = await fetch(origin + path).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error('the server did not become ready within 30 seconds');
}

async function signIn(database: Database, samples: readonly Sample[]): Promise<string[]> {
  const tokens = samples.map(() => randomBytes(32).toString('base64url'));
  await database.query(
    `insert into session (token_hash, user_id, expires_at)
     select hash, id, now() + interval '1 day' from unnest($1::bytea[], $2::uuid[]) as session (hash, id)`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), samples.map(({ userId }) => userId)],
  );
  return tokens;
}
