// One command starts everything, says where to look, and leaves nothing behind; what prevents it is said in a
// sentence; and a launcher that was killed does not prevent the next start.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@kobogate/contract';
import { freePort } from '../support/free-port.ts';
import { createCall, send } from '../support/http.ts';
import { expect, test } from '../support/fixtures.ts';
import { createSandbox } from '../support/sandbox.ts';
import { eventually, Hopeless } from '../support/wait.ts';

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));

interface Launcher {
  readonly port: number;
  readonly sandboxPort: number;
  readonly child: ChildProcess;
  output(): string;
  readonly ended: Promise<number | null>;
}

let dataDir: string;
let launched: ChildProcess[] = [];
test.beforeEach(async () => {
  // Spaces in the path are a part of the test.
  dataDir = await mkdtemp(join(tmpdir(), 'kobogate start '));
  await chmod(dataDir, 0o755);
  launched = [];
});
test.afterEach(async () => {
  for (const child of launched) if (child.exitCode === null && child.signalCode === null) await endOf(child, 'SIGTERM');
  await endDatabase();
  await rm(dataDir, { recursive: true, force: true });
});

/** A killed server leaves its database running, for the next server to take over; here no next one comes. */
async function endDatabase(): Promise<void> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const [line = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (line === '') return;
  process.kill(Number(line), 'SIGINT');
  await eventually('the database has ended', () =>
    readFile(file).then(
      () => false,
      () => true,
    ),
  );
}

function endOf(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill(signal);
  return ended;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

function launch(
  port: number,
  sandboxPort: number,
  command = [process.execPath, START],
  more: NodeJS.ProcessEnv = {},
): Launcher {
  const [program = '', ...args] = command;
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, ...ports, DATA_DIR: dataDir, DATABASE_URL: '', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { port, sandboxPort, child, output: () => output, ended };
}

/** The product's own limits decide how long a start may take, which eight nodes begin with on a busy machine: it ends where one passes. */
const ready = (launcher: Launcher): Promise<string> =>
  eventually(
    'Kobogate is ready',
    async () => {
      if (launcher.child.exitCode !== null) throw new Hopeless(launcher.output());
      return launcher.output().includes('Ctrl-C stops everything') && launcher.output();
    },
    { limitMs: 300_000 },
  );

const isSilent = (port: number): Promise<boolean> =>
  send('GET', `http://127.0.0.1:${port}/`).then(
    () => false,
    () => true,
  );

const SAMPLE_ADMIN = 'admin@kobogate.test';
const isLinux = process.platform === 'linux';

interface Known {
  readonly name: string;
  readonly pid: number;
}

const known = async (): Promise<Known[]> => JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'));
const pidOf = async (name: string): Promise<number> => (await known()).find((one) => one.name === name)?.pid ?? 0;
const databasePid = async (): Promise<number> =>
  Number(
    (await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );

/** Whether a process runs; a killed one that its parent has not collected yet does not. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return state !== '' && !/\) [ZX] /.test(state);
}

/** All processes that this one has started, directly or not, down to the sandbox's nodes. */
async function descendantsOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    all.map(async (name): Promise<[number, number]> => {
      const state = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return [Number(name), Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1])];
    }),
  );
  const found = [pid];
  // Grows during the loop.
  for (const parent of found) {
    for (const [child, of] of parents) if (of === parent) found.push(child);
  }
  return found.slice(1);
}

const isHealthy = async ({ port, sandboxPort }: Launcher): Promise<boolean> => {
  const [server, sandbox] = await Promise.all([
    send('GET', `http://127.0.0.1:${port}/api/health`).catch(() => null),
    send('GET', `http://127.0.0.1:${sandboxPort}/control/health`).catch(() => null),
  ]);
  return server?.status === 200 && sandbox?.status === 200;
};

/** Everything that runs for a launcher: what it has started, and the database, which outlives its server. */
async function everythingOf({ child }: Launcher): Promise<number[]> {
  const pids = [...(await descendantsOf(child.pid ?? 0)), await databasePid()];
  expect(pids).toEqual(expect.arrayContaining((await known()).map(({ pid }) => pid).slice(1)));
  return pids;
}

const expectEnded = (pids: readonly number[]): Promise<true> =>
  eventually(
    'every process has ended',
    async () => !(await Promise.all(pids.map(isRunning))).includes(true) || undefined,
  );

const passwordIn = (words: string): string => /its password\s+(?<password>\S+)/.exec(words)?.groups?.['password'] ?? '';
const linksIn = (words: string): string[] => [...words.matchAll(/\/custom-payment\/(\S+)/g)].map(([, id = '']) => id);

/** Both sample links are paid on a chain, and each amount reaches the sandbox’s bank without a click. */
async function expectPayable({ port, sandboxPort }: Launcher, links: readonly string[]): Promise<void> {
  const call = createCall(`http://127.0.0.1:${port}/api`);
  const sandbox = createSandbox(`http://127.0.0.1:${sandboxPort}`);
  const asked: string[] = [];
  for (const id of links) {
    const body = { currency: 'USDT', network: 'bsc' };
    const { data: payment } = await call(endpoints.payments.open, { params: { id }, body });
    await sandbox.pay('bsc', 'USDT', payment.address, payment.missing);
    asked.push(payment.nairaKobo);
  }
  await eventually('both amounts are paid at the bank', async () => {
    const paid = (await sandbox.transfers()).filter(({ status }) => status === 'success');
    return asked.every((kobo) => paid.some(({ amountKobo }) => String(amountKobo) === kobo));
  });
}

// A start takes longer than all that is looked at here together.
test('[H-7] npm start says where to look and how to sign in, its sample pages can be paid, its log is JSON without the password; a second start on its folder is refused and disturbs nothing; Ctrl-C stops everything; the next start knows the same admin', async () => {
  test.slow();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const first = launch(port, sandboxPort);
  const words = await ready(first);
  expect(words).toContain(`http://localhost:${port}`);
  expect(words).toContain(`http://localhost:${sandboxPort}`);
  expect(words).not.toContain('"level"');
  const password = passwordIn(words);
  const links = linksIn(words);
  expect(links).toHaveLength(2);
  const call = createCall(`http://127.0.0.1:${port}/api`);
  const { data } = await call(endpoints.accounts.login, { body: { email: SAMPLE_ADMIN, password } });
  expect(data).toMatchObject({ isAdmin: true, isVerified: true });
  const payment = await call(endpoints.paymentLinks.getPublic, { params: { id: links[0] ?? '' } });
  expect(payment.data?.name).toContain('(sample)');
  expect(payment.data?.bannerImage).toMatch(/^\/api\/images\//);
  expect(payment.data?.profileImage).toMatch(/^\/api\/images\//);
  const page = await send('GET', `http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect(page.text).toContain('<title>Kobogate');
  expect((await stat(join(dataDir, 'admin-password'))).mode & 0o077).toBe(0);
  await expectPayable(first, links);

  const log = await readFile(join(dataDir, 'logs', 'server.log'), 'utf8');
  const lines = log.trim().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  expect(password).not.toBe('');
  expect(log).not.toContain(password);

  const beside = launch(await freePort(), await freePort());
  expect(await beside.ended).toBe(1);
  expect(beside.output()).toContain(`Kobogate already runs on ${dataDir} (process ${first.child.pid})`);
  expect(await isHealthy(first)).toBe(true);

  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect([await isSilent(port), await isSilent(sandboxPort)]).toEqual([true, true]);

  const second = launch(port, sandboxPort);
  const again = await ready(second);
  expect(again).toContain(password);
  // The same sample links, not two more.
  expect(linksIn(again)).toEqual(links);
  await call(endpoints.accounts.login, { body: { email: SAMPLE_ADMIN, password } });
});

test('[I6] [I1] a server, a sandbox and a database that were killed are each started again, and everything is healthy; after kill -9 of the script nothing is left running', async () => {
  test.slow();
  const launcher = launch(await freePort(), await freePort());
  await ready(launcher);
  for (const [name, findPid] of [
    ['server', () => pidOf('server')],
    ['sandbox', () => pidOf('sandbox')],
    ['database', databasePid],
    ['server once more', () => pidOf('server')],
  ] as const) {
    const before = await findPid();
    process.kill(before, 'SIGKILL');
    await eventually(`another ${name} runs`, async () => {
      const now = await findPid();
      return now > 0 && now !== before;
    });
    await eventually(`everything is healthy after the ${name}`, () => isHealthy(launcher));
  }
  expect(launcher.child.exitCode).toBeNull();
  expect(launcher.output()).toContain('The server ended unexpectedly');

  const pids = isLinux ? await everythingOf(launcher) : [];
  launcher.child.kill('SIGKILL');
  await expectEnded(pids);
});

test('[I1] after SIGTERM, SIGHUP and kill -9 to npm nothing is left running, and the next start comes up on the same data', async () => {
  test.slow();
  test.skip(!isLinux, 'processes are looked up in /proc');
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    const launcher = launch(await freePort(), await freePort(), ['npm', 'start']);
    await ready(launcher);
    const pids = await everythingOf(launcher);
    launcher.child.kill(signal);
    await expectEnded(pids);
  }
});

test('[I1] however a start is stopped in its middle, nothing of it is left running: not a node that never answers, nor a database that is being made', async () => {
  test.slow();
  test.skip(!isLinux, 'processes are looked up in /proc');
  const silent = join(dataDir, 'silent-anvil');
  await writeFile(silent, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const nodes = async (pids: readonly number[]): Promise<number> => {
    const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return commands.filter((command) => command.startsWith('sleep')).length;
  };
  const isMakingDatabase = (): Promise<boolean> =>
    readdir(join(dataDir, 'postgres')).then(
      (names) => names.some((name) => name.startsWith('cluster')),
      () => false,
    );
  const stops: readonly (readonly NodeJS.Signals[])[] = [['SIGINT', 'SIGINT'], ['SIGTERM'], ['SIGKILL']];
  for (const [variables, isInTheMiddle] of [
    [{ ANVIL: silent }, async (pids: readonly number[]) => (await nodes(pids)) > 7],
    [{}, isMakingDatabase],
  ] as const) {
    for (const signals of stops) {
      const launcher = launch(await freePort(), await freePort(), undefined, variables);
      const pids = await eventually(
        `the middle of a start, before ${signals.join(' and ')}`,
        async () => {
          const found = await descendantsOf(launcher.child.pid ?? 0);
          return (await isInTheMiddle(found)) && found;
        },
        { pauseMs: 5 },
      );
      for (const signal of signals) launcher.child.kill(signal);
      await expectEnded([launcher.child.pid ?? 0, ...pids, await databasePid()].filter((pid) => pid > 0));
      await rm(join(dataDir, 'postgres'), { recursive: true, force: true });
    }
  }
});

test('[I1] after kill -9 of the launcher the next start comes up on the same ports and data, and leaves nothing running after SIGTERM', async () => {
  test.slow();
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const first = launch(port, sandboxPort);
  await ready(first);
  await endOf(first.child, 'SIGKILL');
  const second = launch(port, sandboxPort);
  await ready(second);
  expect(await isHealthy(second)).toBe(true);
  const pids = isLinux ? await everythingOf(second) : [];
  second.child.kill('SIGTERM');
  await expectEnded(pids);
});

test('a taken port is reported with its variable before anything is done', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, () => {
      const address = other.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  for (const [mine, sandboxPort, variable] of [
    [port, await freePort(), 'PORT'],
    [await freePort(), port, 'SANDBOX_PORT'],
  ] as const) {
    const launcher = launch(mine, sandboxPort);
    expect(await launcher.ended).toBe(1);
    expect(launcher.output()).toMatch(new RegExp(`Port ${port},.* is taken.*\\s${variable}=`, 's'));
  }
  expect(await readdir(dataDir)).toEqual([]);
  other.close();
});
