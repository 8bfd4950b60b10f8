import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import {
  createDatabase,
  createMigratedDatabase,
  type DatabaseKind,
  type ExternalDatabase,
  USUAL_DATABASE,
} from './databases.ts';
import { freePort } from './free-port.ts';
import { type Call, createCall, send } from './http.ts';
import { type Program, startProgram } from './program.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { eventually, Hopeless } from './wait.ts';

export const ADMIN = { email: 'admin@kobogate.test', password: 'a-long-sample-password' } as const;
/** The variables of a server on whose chains nothing happens: watching them all the same is half of what it does at rest. */
export const WITHOUT_WATCHERS = { ROLES: 'api,worker' } as const;
/** Confirmations after which a deposit is final here. */
export const CONFIRMATIONS = 3;

/**
 * For each program, with a new database, on a busy machine; a server behind a fence first derives a thousand addresses of each key.
 */
const LONGEST_START_MS = 240_000;

const dist = (path: string): string => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));
const variables = z.record(z.string(), z.string());

export interface ProductOptions {
  /** Set where the kind of database is what is tested; it is then empty, and the server makes its schema. */
  readonly database?: DatabaseKind;
  /** 0: blocks only when asked. */
  readonly blockSeconds?: number;
  /** How long the bank takes for a transfer; a returned one comes back after three times as long. */
  readonly transferMs?: number;
  /** More variables for the server, made from those of its sandbox and from its port. */
  readonly environment?: (sandbox: Readonly<Record<string, string>>, port: number) => Promise<Record<string, string>>;
  /** The database's address for the server, where a proxy is in between. */
  readonly databaseAddress?: (address: string) => Promise<string>;
}

/** A server with its sandbox, both as built, on free ports and a data folder of their own. */
export interface Product {
  readonly origin: string;
  readonly apiBase: string;
  readonly sandbox: Sandbox;
  readonly call: Call;
  /** The server's variables, for its other programs. */
  readonly environment: NodeJS.ProcessEnv;
  /** The server's output since its last start. */
  serverOutput(): string;
  /** kill -9. */
  killServer(): Promise<void>;
  /** Tells the server to stop and waits for its end; answers its exit code. */
  stopServer(): Promise<number | null>;
  /** Starts the server again after it was killed, with `more` variables, and waits until it is ready. */
  startServer(more?: NodeJS.ProcessEnv): Promise<void>;
  stop(): Promise<void>;
}

async function startSandbox(
  { blockSeconds = 0, transferMs = 200 }: ProductOptions,
  { folder, port }: { folder: string; port: number },
  programs: Program[],
) {
  const program = startProgram(
    dist('sandbox/dist/main.js'),
    {
      ...process.env,
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      SANDBOX_BLOCK_SECONDS: String(blockSeconds),
      SANDBOX_TRANSFER_MS: String(transferMs),
      SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/api/callbacks/`,
    },
    join(folder, 'sandbox.log'),
  );
  programs.push(program);
  const addressSaid = async (): Promise<string | undefined> => {
    if (program.hasEnded()) throw new Hopeless(program.output());
    return /sandbox ready (?<base>http:\S+)/.exec(program.output())?.groups?.['base'];
  };
  const base = await eventually('the sandbox is ready', addressSaid, { limitMs: LONGEST_START_MS });
  const answer = await send('GET', `${base}/control/environment`);
  return { client: createSandbox(base), environment: variables.parse(answer.json) };
}

async function serverEnvironment(
  options: ProductOptions,
  sandbox: Readonly<Record<string, string>>,
  { port, folder, database }: { port: number; folder: string; database: ExternalDatabase | undefined },
): Promise<NodeJS.ProcessEnv> {
  const address = database?.address ?? '';
  const throughSomething = address === '' ? undefined : await options.databaseAddress?.(address);
  return {
    ...process.env,
    ...sandbox,
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: throughSomething ?? address,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    // Each caller of a test may have an address of its own, so that one test's attempts don't use up another's.
    TRUST_PROXY: '1',
    // There is no load balancer here.
    DRAIN_SECONDS: '0',
    // Each look at a network costs processor time, and most of the twelve have nothing to look for; tests also pay coins
    // that no order waits for, which are seen after such a rest.
    POLL_SECONDS: '2',
    REST_SECONDS: '8',
    // The tests' receivers listen on this machine.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEB_DIR: dist('web/dist'),
    ...(await options.environment?.(sandbox, port)),
  };
}

async function startServer(environment: NodeJS.ProcessEnv, apiBase: string, logFile: string): Promise<Program> {
  const program = startProgram(dist('server/dist/main.js'), environment, logFile);
  const isReady = async (): Promise<boolean> => {
    if (program.hasEnded()) throw new Hopeless(program.output().slice(-2000));
    return (await send('GET', `${apiBase}/health`)).status === 200;
  };
  await eventually('the server is ready', isReady, { limitMs: LONGEST_START_MS });
  return program;
}

/**
 * Starts everything and waits until it is ready. `stop` ends it all and removes the data folder and the database; so
 * does a start that fails.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-product-'));
  // The database's own user must have access where the tests run as root; else the database would be outside the
  // folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const apiBase = `${origin}/api`;
  const programs: Program[] = [];
  let database: ExternalDatabase | undefined;
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
    await database?.drop();
  };
  try {
    if (options.database === 'postgres') database = await createDatabase();
    else if (options.database === undefined && USUAL_DATABASE === 'postgres') database = await createMigratedDatabase();
    const sandbox = await startSandbox(options, { folder, port }, programs);
    const environment = await serverEnvironment(options, sandbox.environment, { port, folder, database });
    const launch = async (more: NodeJS.ProcessEnv = {}): Promise<Program> => {
      const program = await startServer({ ...environment, ...more }, apiBase, join(folder, 'server.log'));
      programs.push(program);
      return program;
    };
    let server = await launch();
    return {
      origin,
      apiBase,
      sandbox: sandbox.client,
      call: createCall(apiBase),
      environment,
      serverOutput: () => server.output(),
      killServer: () => server.end('SIGKILL'),
      stopServer: async () => {
        await server.end('SIGTERM');
        return server.exitCode();
      },
      startServer: async (more) => {
        server = await launch(more);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
