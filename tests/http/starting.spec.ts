// A server whose start takes long listens all the same: it says that it lives, why it is not ready, and that the money is safe; it
// stops when it is told to, with nothing half done; and no request is taken before all of it is there.
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { errorAnswer } from '@kobogate/contract';
import pg from 'pg';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { builtProgram, type Program, startProgram } from '../support/program.ts';
import { eventually, Hopeless } from '../support/wait.ts';

let product: Product;
let folder = '';
let program: Program | undefined;
let token = '';
test.beforeAll(async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  folder = await mkdtemp(join(tmpdir(), 'kobogate-starting-'));
  product = await startProduct({ database: 'postgres' });
  token = await adminToken(product.call);
  await product.stopServer();
});
test.afterEach(() => program?.end('SIGKILL'));
test.afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the server again, behind a fence that sets so many addresses of each key aside, and does not wait for it. */
async function startBehindFence(gap: number): Promise<Program> {
  const environment = { ...product.environment, RECOVERY: '1', RESTORE_ADDRESS_GAP: String(gap) };
  const started = startProgram(builtProgram('server/dist/main.js'), environment, join(folder, 'server.log'));
  program = started;
  await eventually(
    'the server listens',
    async () => {
      if (started.hasEnded()) throw new Hopeless(started.output());
      return (await send('GET', `${product.apiBase}/live`)).status === 200;
    },
    { limitMs: 60_000 },
  );
  return started;
}

const ready = async (): Promise<{ status: number; text: string }> => send('GET', `${product.apiBase}/ready`);
/** How many addresses are set aside so far, by what the server says. */
async function setAside(): Promise<number> {
  const { status, text } = await ready();
  expect(status, text).toBe(503);
  const said = /setting aside addresses after a restore, (?<done>[\d,]+) of [\d,]{7,}/.exec(text)?.groups?.['done'];
  return Number(said?.replaceAll(',', '') ?? 0);
}

async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: product.environment['DATABASE_URL'] });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const countReserved = (): Promise<number> =>
  withDatabase(async (client) => (await client.query('select 1 from address_reserve')).rowCount ?? 0);

test('[I5] [I7] while it sets hundreds of thousands of addresses aside it lives, says how far it is, refuses callers, and stops with nothing half done', async () => {
  const server = await startBehindFence(100_000);
  const first = await eventually('it says how far it is', setAside, { limitMs: 60_000 });
  await eventually('it goes on', async () => (await setAside()) > first, { limitMs: 60_000 });

  const { status, json } = await send('GET', `${product.apiBase}/live`);
  expect([status, json]).toEqual([200, { status: 'ok', message: expect.stringContaining('not ready yet') }]);
  expect((await send('GET', `${product.apiBase}/health`)).status).toBe(503);
  const call = await send('POST', `${product.apiBase}/auth/login`, { body: { email: 'a@b.example', password: 'x' } });
  expect([call.status, call.headers.get('retry-after'), call.json]).toEqual([
    503,
    '5',
    { code: 'starting', message: expect.stringContaining('Your money is safe') },
  ]);
  for (const path of ['/', '/sign-in', '/account/dashboard']) {
    const page = await send('GET', product.origin + path, { headers: { accept: 'text/html' } });
    expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(page.text).toContain('Your money is safe');
  }

  await server.end('SIGTERM');
  expect(server.exitCode(), server.output()).toBe(0);
  expect(server.output()).not.toContain('"level":50');
  expect(await countReserved()).toBe(0);
});

test('[I5] [I7] while another process holds a table it waits, and answers callers only once all of it is there', async () => {
  await withDatabase(async (holder) => {
    await holder.query('begin');
    await holder.query('lock table deposit_address in access exclusive mode');
    await startBehindFence(20);
    const waits = async (): Promise<boolean> =>
      withDatabase(async (client) => (await client.query('select 1 from pg_locks where not granted')).rowCount !== 0);
    await eventually('it waits for the table', waits, { limitMs: 60_000 });
    expect((await ready()).status).toBe(503);
    const call = await send('GET', `${product.apiBase}/user`, { token });
    expect([call.status, errorAnswer.parse(call.json).code]).toEqual([503, 'starting']);
    await holder.query('rollback');
  });
  await eventually('it is ready', async () => (await ready()).status === 200, { limitMs: 120_000 });
  expect(await countReserved()).toBeGreaterThan(0);
  // RECOVERY=1 has ended the session of before.
  const user = (session: string) => send('GET', `${product.apiBase}/user`, { token: session });
  expect([(await user(token)).status, (await user(await adminToken(product.call))).status]).toEqual([401, 200]);
});
