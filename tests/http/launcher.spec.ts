// One command starts everything, says where to look, and leaves nothing behind; what prevents it is said in a
// sentence; and a launcher that was killed does not prevent the next start.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
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

function launch(port: number, sandboxPort: number, command = [process.execPath, START]): Launcher {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataDir, DATABASE_URL: '' },
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

const ready = (launcher: Launcher): Promise<string> =>
  eventually('Kobogate is ready', async () => {
    if (launcher.child.exitCode !== null) throw new Hopeless(launcher.output());
    return launcher.output().includes('Ctrl-C stops everything') && launcher.output();
  });

const isSilent = (port: number): Promise<boolean> =>
  send('GET', `http://127.0.0.1:${port}/`).then(
    () => false,
    () => true,
  );

test('npm start says where to look and how to sign in; Ctrl-C stops everything; a second start knows the same admin', async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const first = launch(port, sandboxPort);
  const words = await ready(first);
  expect(words).toContain(`http://localhost:${port}`);
  expect(words).toContain(`http://localhost:${sandboxPort}`);
  const password = /its password\s+(?<password>\S+)/.exec(words)?.groups?.['password'] ?? '';
  const call = createCall(`http://127.0.0.1:${port}/api`);
  const { data } = await call(endpoints.accounts.login, { body: { email: 'admin@kobogate.test', password } });
  expect(data).toMatchObject({ isAdmin: true, isVerified: true });
  const [link = ''] = /\/custom-payment\/(\S+)/.exec(words)?.slice(1) ?? [];
  const payment = await call(endpoints.paymentLinks.getPublic, { params: { id: link } });
  expect(payment.data?.name).toContain('(sample)');
  expect(payment.data?.bannerImage).toMatch(/^\/api\/images\//);
  expect(payment.data?.profileImage).toMatch(/^\/api\/images\//);
  const page = await send('GET', `http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } });
  expect(page.text).toContain('<title>Kobogate');
  expect((await stat(join(dataDir, 'admin-password'))).mode & 0o077).toBe(0);

  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect([await isSilent(port), await isSilent(sandboxPort)]).toEqual([true, true]);

  const second = launch(port, sandboxPort);
  const again = await ready(second);
  expect(again).toContain(password);
  // The same sample links, not two more.
  expect(again.match(/custom-payment\/\S+/g)).toEqual(words.match(/custom-payment\/\S+/g));
  await call(endpoints.accounts.login, { body: { email: 'admin@kobogate.test', password } });
});

test('[H-7] each sample payment page that npm start prints can be paid, and settles at the sandbox’s bank without a click', async () => {
  const launcher = launch(await freePort(), await freePort());
  const links = [...(await ready(launcher)).matchAll(/\/custom-payment\/(\S+)/g)].map(([, id = '']) => id);
  expect(links).toHaveLength(2);
  const call = createCall(`http://127.0.0.1:${launcher.port}/api`);
  const sandbox = createSandbox(`http://127.0.0.1:${launcher.sandboxPort}`);
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
});

test('the log is JSON in a file, without the password in it', async () => {
  const launcher = launch(await freePort(), await freePort());
  const words = await ready(launcher);
  const password = /its password\s+(?<password>\S+)/.exec(words)?.groups?.['password'] ?? 'missing';
  const log = await readFile(join(dataDir, 'logs', 'server.log'), 'utf8');
  const lines = log.trim().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  expect(log).not.toContain(password);
  expect(words).not.toContain('"level"');
});

test('[I1] after kill -9 of the launcher the next start comes up on the same ports and data', async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const first = launch(port, sandboxPort);
  await ready(first);
  await endOf(first.child, 'SIGKILL');
  const second = launch(port, sandboxPort);
  await ready(second);
  expect((await send('GET', `http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

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

test('[I6] a server, a sandbox and a database that were killed are each started again, and everything is healthy', async () => {
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
});

test.describe('nothing is left running', () => {
  test.skip(process.platform !== 'linux', 'processes are looked up in /proc');

  for (const [how, signal, isByNpm] of [
    ['SIGTERM to npm', 'SIGTERM', true],
    ['SIGHUP to npm', 'SIGHUP', true],
    ['kill -9 of npm', 'SIGKILL', true],
    ['SIGTERM to the script', 'SIGTERM', false],
    ['kill -9 of the script', 'SIGKILL', false],
  ] as const) {
    test(`[I1] after ${how}`, async () => {
      const launcher = launch(await freePort(), await freePort(), isByNpm ? ['npm', 'start'] : undefined);
      await ready(launcher);
      const pids = [...(await descendantsOf(launcher.child.pid ?? 0)), await databasePid()];
      expect(pids).toEqual(expect.arrayContaining((await known()).map(({ pid }) => pid).slice(1)));
      launcher.child.kill(signal);
      await eventually('every process has ended', async () => {
        const running = await Promise.all(pids.map(isRunning));
        return !running.includes(true);
      });
    });
  }
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

test('a second start on the same data folder is refused by name, and disturbs nothing', async () => {
  const first = launch(await freePort(), await freePort());
  await ready(first);
  const second = launch(await freePort(), await freePort());
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Kobogate already runs on ${dataDir} (process ${first.child.pid})`);
  expect((await send('GET', `http://127.0.0.1:${first.port}/api/health`)).status).toBe(200);
});
