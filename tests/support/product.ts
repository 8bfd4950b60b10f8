import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { createDatabase, type DatabaseKind } from './databases.ts';
import { freePort } from './free-port.ts';
import { type Call, createCall, send } from './http.ts';
import { type Program, startProgram } from './program.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { eventually, Hopeless } from './wait.ts';

export const ADMIN = { email: 'admin@kobogate.test', password: 'a-long-sample-password' } as const;
/** Confirmations after which a deposit is final here. */
export const CONFIRMATIONS = 3;

const dist = (path: string): string => fileURLToPath(new URL(`../../apps/${path}`, import.meta.url));
const variables = z.record(z.string(), z.string());

export interface ProductOptions {
  readonly database?: DatabaseKind;
  /** 0: blocks only when asked. */
  readonly blockSeconds?: number;
  /** More variables for the server, made from those that reach its sandbox and from the port that it will have. */
  readonly environment?: (sandbox: Readonly<Record<string, string>>, port: number) => Promise<Record<string, string>>;
  /** The database's address as the server gets it, where something stands between. */
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
  /** All that the server has printed since it was last started. */
  serverOutput(): string;
  /** kill -9. */
  killServer(): Promise<void>;
  /** Starts the server again after it was killed, and waits until it is ready. */
  startServer(): Promise<void>;
  stop(): Promise<void>;
}

async function startSandbox(folder: string, port: number, blockSeconds: number, programs: Program[]) {
  const program = startProgram(
    dist('sandbox/dist/main.js'),
    {
      ...process.env,
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      SANDBOX_BLOCK_SECONDS: String(blockSeconds),
      SANDBOX_TRANSFER_MS: '200',
      SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/api/callbacks/`,
    },
    join(folder, 'sandbox.log'),
  );
  programs.push(program);
  const base = await eventually('the sandbox is ready', async () => {
    if (program.hasEnded()) throw new Hopeless(program.output());
    return /sandbox ready (?<base>http:\S+)/.exec(program.output())?.groups?.['base'];
  });
  const answer = await send('GET', `${base}/control/environment`);
  return { client: createSandbox(base), environment: variables.parse(answer.json) };
}

async function serverEnvironment(
  options: ProductOptions,
  sandbox: Readonly<Record<string, string>>,
  { port, folder }: { port: number; folder: string },
): Promise<NodeJS.ProcessEnv> {
  const address = options.database === 'postgres' ? await createDatabase() : '';
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
    TRUST_PROXY: 'true',
    // More often would keep a tenth of a core busy with each product that waits.
    POLL_SECONDS: '0.5',
    // Receivers of the tests listen on this machine.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEB_DIR: dist('web/dist'),
    ...(await options.environment?.(sandbox, port)),
  };
}

async function startServer(environment: NodeJS.ProcessEnv, apiBase: string, logFile: string): Promise<Program> {
  const program = startProgram(dist('server/dist/main.js'), environment, logFile);
  await eventually('the server is ready', async () => {
    if (program.hasEnded()) throw new Hopeless(program.output().slice(-2000));
    return (await send('GET', `${apiBase}/health`)).status === 200;
  });
  return program;
}

/**
 * Starts everything and waits until it is ready. `stop` ends it all and removes the data folder; so does a start that
 * fails.
 */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-product-'));
  // The database's own user must come in where the tests run as root; else the database would live somewhere outside.
  await chmod(folder, 0o755);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const apiBase = `${origin}/api`;
  const programs: Program[] = [];
  const stop = async (): Promise<void> => {
    for (const program of programs.toReversed()) await program.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const sandbox = await startSandbox(folder, port, options.blockSeconds ?? 0, programs);
    const environment = await serverEnvironment(options, sandbox.environment, { port, folder });
    const launch = async (): Promise<Program> => {
      const program = await startServer(environment, apiBase, join(folder, 'server.log'));
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
      startServer: async () => {
        server = await launch();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
