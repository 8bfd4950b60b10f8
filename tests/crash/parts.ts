import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../support/http.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN } from '../support/product.ts';
import { builtProgram, type Program, startProgram } from '../support/program.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';
import { eventually } from '../support/wait.ts';
import type { HarmedDatabase } from './databases.ts';

/** The programs that are killed, each started again at once, as a supervisor does. */
export const PROGRAMS = ['server', 'worker', 'sandbox'] as const;
type ProgramName = (typeof PROGRAMS)[number];

const isProgram = (name: string): name is ProgramName => PROGRAMS.some((each) => each === name);

const START_AGAIN_MS = 100;
const LONGEST_START_MS = 180_000;

/** The running product: a server, a worker on the same database, and the banks and chains around them. */
export interface Parts {
  readonly apiBase: string;
  readonly sandbox: Sandbox;
  /** kill -9 of a program, or what the database does to itself; answers whether there was something to harm. */
  harm(victim: string): Promise<boolean>;
  /** Whether every part answers and the server calls itself ready. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts all parts in a folder, on this database, and waits until they are ready. */
export async function startParts(folder: string, database: HarmedDatabase): Promise<Parts> {
  const databaseUrl = await database.start();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const running = new Map<ProgramName, Program>();
  let isStopping = false;

  /** Keeps a program running: whatever ends it, it is started again. */
  function keep(name: ProgramName, script: string, environment: NodeJS.ProcessEnv): void {
    const begin = (): void => {
      const program = startProgram(builtProgram(script), environment, join(folder, `${name}.log`));
      running.set(name, program);
      void watch(program);
    };
    const watch = async (program: Program): Promise<void> => {
      while (!program.hasEnded()) await pause(20);
      await pause(START_AGAIN_MS);
      if (!isStopping) begin();
    };
    begin();
  }

  const base = `http://127.0.0.1:${sandboxPort}`;
  keep('sandbox', 'sandbox/dist/main.js', {
    ...process.env,
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: folder,
    SANDBOX_BLOCK_SECONDS: '1',
    SANDBOX_TRANSFER_MS: '500',
    SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/api/callbacks/`,
  });
  const answers = async (url: string): Promise<boolean> =>
    (await send('GET', url).catch(() => ({ status: 0 }))).status === 200;
  await eventually('the sandbox is ready', () => answers(`${base}/control/health`), { limitMs: LONGEST_START_MS });
  const outside = (await send('GET', `${base}/control/environment`)).json as Record<string, string>;
  const common = {
    ...process.env,
    ...outside,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '0',
    POLL_SECONDS: '1',
    REST_SECONDS: '1',
    WEB_DIR: builtProgram('web/dist'),
  };
  keep('server', 'server/dist/main.js', { ...common, PORT: String(port), ROLES: 'api,watcher' });
  const isServing = (): Promise<boolean> => answers(`http://127.0.0.1:${port}/api/health`);
  await eventually('the server is ready', isServing, { limitMs: LONGEST_START_MS });
  keep('worker', 'server/dist/main.js', { ...common, ROLES: 'worker' });
  // A worker answers no one: that it works shows in the next payment.
  const isReady = async (): Promise<boolean> =>
    (await Promise.all([database.isReady(), isServing(), answers(`${base}/control/health`)])).every(Boolean);
  await eventually('everything is ready', isReady, { limitMs: LONGEST_START_MS });

  return {
    apiBase: `http://127.0.0.1:${port}/api`,
    sandbox: createSandbox(base),
    harm: async (victim) => {
      if (!isProgram(victim)) return database.harm(victim);
      const program = running.get(victim);
      if (program === undefined || program.hasEnded()) return false;
      await program.end('SIGKILL');
      return true;
    },
    isReady,
    stop: async () => {
      isStopping = true;
      for (const name of ['worker', 'server', 'sandbox'] as const) await running.get(name)?.end('SIGTERM');
    },
  };
}
