import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../support/http.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN } from '../support/product.ts';
import { builtProgram, type Program, startProgram } from '../support/program.ts';
import { createSandbox, type Sandbox } from '../support/sandbox.ts';
import { eventually } from '../support/wait.ts';
import type { HarmedDatabase } from './databases.ts';

/** One server process. Those that serve the API have a port. */
interface ServerPlan {
  readonly name: string;
  readonly roles: string;
  readonly port?: number;
  /** What Node itself is told. */
  readonly nodeOptions?: string;
}

/** Which servers run on the database. */
export interface Layout {
  /** In the order of their start. */
  readonly servers: readonly ServerPlan[];
  /** The port that callers and banks call: a server's own, or that of what spreads requests over them. */
  readonly frontPort: number;
  /** Whether each has a data folder of its own, as on a machine of its own. */
  readonly haveOwnFolders: boolean;
  readonly drainSeconds: number;
}

/** A server with watchers, and a worker beside it. */
export async function usualLayout(): Promise<Layout> {
  const port = await freePort();
  const servers = [
    { name: 'server', roles: 'api,watcher', port },
    { name: 'worker', roles: 'worker' },
  ];
  return { servers, frontPort: port, haveOwnFolders: false, drainSeconds: 0 };
}

const START_AGAIN_MS = 100;
const LONGEST_START_MS = 180_000;

/** The running product: servers on one database, and the banks and chains around them. Each program that ends is started again at once, as a supervisor does. */
export interface Parts {
  readonly apiBase: string;
  /** All that can be killed or stopped, by name. */
  readonly programs: readonly string[];
  readonly sandbox: Sandbox;
  /** kill -9 of a program, or what the database does to itself; answers whether there was something to harm. */
  harm(victim: string): Promise<boolean>;
  /** The process that a program runs as now. */
  processOf(name: string): number;
  /** Tells a program to stop, and waits until it has ended. */
  restart(name: string): Promise<void>;
  /** Whether every part answers and each server with an API calls itself ready. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Starts all parts in a folder, on this database, and waits until they are ready. */
export async function startParts(folder: string, database: HarmedDatabase, layout: Layout): Promise<Parts> {
  const { servers, frontPort, haveOwnFolders, drainSeconds } = layout;
  const databaseUrl = await database.start();
  const sandboxPort = await freePort();
  const running = new Map<string, Program>();
  let isStopping = false;

  function programOf(name: string): Program {
    const program = running.get(name);
    if (program === undefined) throw new Error(`${name} is no program of this run`);
    return program;
  }

  /** Keeps a program running: whatever ends it, it is started again. */
  function keep(name: string, script: string, environment: NodeJS.ProcessEnv): void {
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
    SANDBOX_CALLBACK_URL: `http://127.0.0.1:${frontPort}/api/callbacks/`,
  });
  const answers = async (url: string): Promise<boolean> =>
    (await send('GET', url).catch(() => ({ status: 0 }))).status === 200;
  await eventually('the sandbox is ready', () => answers(`${base}/control/health`), { limitMs: LONGEST_START_MS });
  const outside = (await send('GET', `${base}/control/environment`)).json as Record<string, string>;
  const common = {
    ...process.env,
    ...outside,
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PUBLIC_ORIGIN: `http://127.0.0.1:${frontPort}`,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(drainSeconds),
    POLL_SECONDS: '1',
    REST_SECONDS: '1',
    WEB_DIR: builtProgram('web/dist'),
  };
  const isServing = (port: number): Promise<boolean> => answers(`http://127.0.0.1:${port}/api/health`);
  for (const { name, roles, port, nodeOptions } of servers) {
    const own = haveOwnFolders ? join(folder, name) : folder;
    await mkdir(own, { recursive: true });
    const address = port === undefined ? {} : { PORT: String(port) };
    const forNode = nodeOptions === undefined ? {} : { NODE_OPTIONS: nodeOptions };
    keep(name, 'server/dist/main.js', { ...common, ...address, ...forNode, DATA_DIR: own, ROLES: roles });
    if (port !== undefined) {
      await eventually(`${name} is ready`, () => isServing(port), { limitMs: LONGEST_START_MS });
    }
  }
  // A worker answers no one: that it works shows in the next payment.
  const ports = servers.flatMap(({ port }) => port ?? []);
  const isReady = async (): Promise<boolean> =>
    (await Promise.all([database.isReady(), answers(`${base}/control/health`), ...ports.map(isServing)])).every(
      Boolean,
    );
  await eventually('everything is ready', isReady, { limitMs: LONGEST_START_MS });

  return {
    apiBase: `http://127.0.0.1:${frontPort}/api`,
    programs: [...servers.map(({ name }) => name), 'sandbox'],
    sandbox: createSandbox(base),
    harm: async (victim) => {
      const program = running.get(victim);
      if (program === undefined) return database.harm(victim);
      if (program.hasEnded()) return false;
      await program.end('SIGKILL');
      return true;
    },
    processOf: (name) => programOf(name).pid,
    restart: (name) => programOf(name).end('SIGTERM'),
    isReady,
    stop: async () => {
      isStopping = true;
      for (const program of [...running.values()].toReversed()) await program.end('SIGTERM');
    },
  };
}
