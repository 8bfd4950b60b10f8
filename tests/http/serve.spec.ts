// In production the server starts only on a safe and complete configuration: what prevents it is said in
// sentences that name it, with no stack trace, no secret and no restart loop.
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { type Product, startProduct } from '../support/product.ts';
import { startProgram } from '../support/program.ts';
import { eventually } from '../support/wait.ts';

const SERVER = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));

let product: Product;
let folder: string;
test.beforeAll(async () => {
  product = await startProduct({ database: 'postgres' });
  folder = await mkdtemp(join(tmpdir(), 'kobogate-serve-'));
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The output of a server that exits at its start, with its exit code. */
async function refused(environment: NodeJS.ProcessEnv): Promise<{ code: number | null; words: string }> {
  const program = startProgram(SERVER, environment, join(folder, 'log'));
  await eventually('the server has ended', async () => program.hasEnded(), { limitMs: 60_000 });
  const words = program.output();
  // The message has no stack trace.
  expect(words).not.toMatch(/^\s+at /m);
  return { code: program.exitCode(), words };
}

test('[O10] the sandbox’s configuration is refused by name: every key, and addresses that are unsafe in production', async () => {
  const { NODE_ENV: _, ...sandboxed } = product.environment;
  const { code, words } = await refused({ ...sandboxed, RPC_ETHEREUM: 'http://node.example' });
  expect(code).toBe(1);
  for (const name of [
    'BUDPAY_SECRET_KEY',
    'BUDPAY_PUBLIC_KEY',
    'PAYSTACK_SECRET_KEY',
    'FLUTTERWAVE_SECRET_KEY',
    'FLUTTERWAVE_CALLBACK_HASH',
    'FLUTTERWAVE_V4_CLIENT_SECRET',
    'FLUTTERWAVE_V4_CALLBACK_HASH',
    'MONNIFY_API_KEY',
    'MONNIFY_SECRET_KEY',
    'TERMII_API_KEY',
    'CARDANO_PROJECT_ID',
  ]) {
    expect(words).toContain(`${name} is a key for tests`);
  }
  expect(words).toContain('RPC_ETHEREUM must begin with https://');
  expect(words).toContain('PUBLIC_ORIGIN must be');
  expect(words).toContain('WEBHOOK_ALLOW_PRIVATE');
});

/** An operator's configuration, except for the sandbox's nodes, banks and rates, which are on this machine. */
function production(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const live = Object.fromEntries(
    Object.keys(product.environment)
      .filter((name) => /_(?:SECRET_KEY|PUBLIC_KEY|API_KEY|CLIENT_SECRET|CALLBACK_HASH|PROJECT_ID)$/.test(name))
      .map((name) => [name, `live${randomBytes(12).toString('hex')}`]),
  );
  return {
    ...product.environment,
    ...live,
    NODE_ENV: 'production',
    EMBEDDED_DATABASE: product.environment['DATABASE_URL'] === '' ? 'true' : '',
    WEBHOOK_ALLOW_PRIVATE: '',
    PUBLIC_ORIGIN: 'https://pay.example',
    ADMIN_EMAIL: 'owner@pay.example',
    ...more,
  };
}

test('[O10] the sandbox’s sample of account keys is refused by its own title', async () => {
  const { code, words } = await refused(production({ PORT: String(await freePort()) }));
  expect(code).toBe(1);
  expect(words).toContain('KEYS_FILE is a sample');
});

test('[O10] a key of another database stops the start, and the right one continues', async () => {
  await product.killServer();
  const { code, words } = await refused({
    ...product.environment,
    SECRETS_KEY: randomBytes(32).toString('base64'),
  });
  expect(code).toBe(1);
  expect(words).toContain('SECRETS_KEY is not the key of this database');
  await product.startServer();
});

test('[O10] the key is changed: both at first, then everything is sealed with the new one, which alone starts from then on', async () => {
  const former = product.environment['SECRETS_KEY'] ?? '';
  const SECRETS_KEY = randomBytes(32).toString('base64');
  const rotating = { ...product.environment, SECRETS_KEY, SECRETS_KEY_OTHERS: former };
  expect(await ops({ ...rotating, SECRETS_KEY_OTHERS: '' }, 'rotate-secrets')).toMatchObject({ code: 1 });
  // While it runs with the former key.
  const { code, words } = await ops(rotating, 'rotate-secrets');
  expect(code, words).toBe(0);
  await product.killServer();
  await product.startServer({ SECRETS_KEY, SECRETS_KEY_OTHERS: '' });
  await product.killServer();
  const { words: refusal } = await refused(product.environment);
  expect(refusal).toContain('SECRETS_KEY is not the key of this database');
  product.environment['SECRETS_KEY'] = SECRETS_KEY;
  await product.startServer({ SECRETS_KEY });
});

test('[O13] a missing database, an invalid folder and a port in use are a sentence each', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) => {
    other.listen(0, 'localhost', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  // The port is tried first, and the product that runs here has its own.
  const elsewhere = { ...product.environment, PORT: String(await freePort()) };
  const nowhere = { ...elsewhere, DATABASE_URL: `postgres://me:hidden@127.0.0.1:${await freePort()}/books` };
  const absent = await refused(nowhere);
  expect(absent).toMatchObject({ code: 1, words: expect.stringContaining('DATABASE_URL') });
  expect(absent.words).not.toContain('hidden');

  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const inFile = await refused({ ...elsewhere, DATABASE_URL: '', DATA_DIR: join(file, 'data') });
  expect(inFile).toMatchObject({ code: 1, words: expect.stringContaining('DATA_DIR') });

  const inUse = await refused({ ...product.environment, PORT: String(taken), HOST: 'localhost' });
  expect(inUse).toMatchObject({ code: 1, words: expect.stringContaining(`PORT ${taken}`) });
  other.close();
});

/** Runs an operator's command as built; answers its exit code and what it said. */
async function ops(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<{ code: number; words: string }> {
  const program = fileURLToPath(new URL('../../apps/server/dist/ops/main.js', import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
  }
  const code = await new Promise<number>((resolve) => child.once('close', (ended) => resolve(ended ?? 1)));
  return { code, words };
}

test('[O11] the doctor finds every part of a working server in order, and changes nothing', async () => {
  const { code, words } = await ops(product.environment, 'doctor');
  // A test's own database may be one that gains time by answering before it writes.
  const wrong = (words.match(/^✗ .*$/gm) ?? []).filter((line) => !line.startsWith('✗ database’s commits'));
  expect(wrong).toEqual([]);
  expect(code, words).toBe(words.includes('✗') ? 1 : 0);
  for (const part of [
    'configuration',
    'database: PostgreSQL',
    'schema: up to date',
    'fence: down',
    'disk',
    'keys',
    'mail',
    'sanctions',
    'epoch file',
    'web app: is there',
    'text messages: Termii takes our key',
  ]) {
    expect(words).toContain(part);
  }
  expect(words).toMatch(/✓ Ethereum at 127\.0\.0\.1:\d+: the right chain, block \d+/);
  expect(words).toContain('✓ payout rail budpay: takes our key and reports its float');
  expect(await ops(product.environment, 'migrate', '--check')).toMatchObject({ code: 0 });
});

test('[O11] the doctor says of each wrong part what to do, without a secret and without a stack trace', async () => {
  const closed = await freePort();
  const taken = join(folder, 'no-folder');
  await writeFile(taken, '');
  const { code, words } = await ops(
    {
      ...product.environment,
      SMTP_URL: `smtp://me:hidden@127.0.0.1:${closed}`,
      // Another chain's node, and none.
      RPC_ETHEREUM: `${product.environment['RPC_BSC']},http://127.0.0.1:${closed}/v3/hidden`,
      RPC_BASE: `http://127.0.0.1:${closed}/v3/hidden`,
      BUDPAY_SECRET_KEY: 'hidden',
      DATA_DIR: join(taken, 'data'),
      SANCTIONS_FILE: join(folder, 'no-list'),
      EPOCH_FILE: join(taken, 'epoch.json'),
      WEB_DIR: taken,
      DATABASE_REPLICA_URL: `postgres://me:hidden@127.0.0.1:${closed}/none`,
      TERMII_API_KEY: 'hidden',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${closed}`,
    },
    'doctor',
  );
  expect(code).toBe(1);
  for (const wrong of [
    /✗ disk: .*DATA_DIR/,
    /✗ mail: .*SMTP_URL/,
    /✗ Ethereum at .*RPC_ETHEREUM/,
    /✗ Base at .*RPC_BASE/,
    /✗ payout rail budpay: .*BUDPAY_URL/,
    /✗ sanctions: .*SANCTIONS_FILE/,
    /✗ epoch file: .*EPOCH_FILE/,
    /✗ web app: .*WEB_DIR/,
    /✗ replica: .*DATABASE_REPLICA_URL/,
    /✗ text messages: .*TERMII_API_KEY/,
    /✗ telemetry: .*OTEL_EXPORTER_OTLP_ENDPOINT/,
  ]) {
    expect(words).toMatch(wrong);
  }
  expect(words).not.toContain('hidden');
  expect(words).not.toMatch(/^\s+at /m);
  // Nothing at all is configured: each sentence that would stop the start, and what is left is still tried.
  const bare = await ops({ PATH: process.env['PATH'], DATABASE_URL: product.environment['DATABASE_URL'] }, 'doctor');
  expect(bare).toMatchObject({ code: 1, words: expect.stringContaining('✗ configuration: SECRETS_KEY is missing.') });
  expect(bare.words).toContain('✓ schema: up to date');
});

test('[O11] what `npm run build -- --to` copies runs as the container runs it: elsewhere, without rights, its disk read-only', async () => {
  test.slow();
  const script = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));
  const shipped = join(folder, 'shipped');
  const build = spawn(process.execPath, [script, '--to', shipped], { stdio: 'ignore' });
  expect(await new Promise((resolve) => build.once('close', resolve))).toBe(0);
  // Of a package that is inside the bundle nothing else says it.
  expect(await readFile(join(shipped, 'licences', 'licences.txt'), 'utf8')).toMatch(/^fastify \S+: MIT$/m);
  const data = join(folder, 'data');
  await mkdir(data);
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chown(data, 1000, 1000);
  const secret = join(data, 'secrets-key');
  await writeFile(secret, `${product.environment['SECRETS_KEY']}\n`);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const server = spawn(process.execPath, ['--enable-source-maps', 'apps/server/dist/main.js'], {
    cwd: shipped,
    env: {
      ...product.environment,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: data,
      WEB_DIR: join(shipped, 'apps/web/dist'),
      SECRETS_KEY: '',
      SECRETS_KEY_FILE: secret,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot ? { uid: 1000, gid: 1000 } : {}),
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    const asked = async (address: string): Promise<number> =>
      fetch(`http://127.0.0.1:${address}`).then(
        ({ status }) => status,
        () => 0,
      );
    await eventually('the shipped server is ready', async () => (await asked(`${metricsPort}/ready`)) === 200, {
      limitMs: 60_000,
    });
    expect(await asked(`${metricsPort}/live`)).toBe(200);
    const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(scraped).toContain('kobogate_fence_up 0\n');
    expect(scraped).toMatch(/^kobogate_watcher_silent_seconds\{network="base"\} /m);
    // Pages that are drawn by the server load what the web app's build left outside its own bundle.
    for (const path of ['', 'login', 'developers', 'api/health'])
      expect(await asked(`${port}/${path}`), path).toBe(200);
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
  const description = await readFile(new URL('../../deploy/Containerfile', import.meta.url), 'utf8');
  expect(description).toContain('RUN npm run build -- --to /kobogate');
});
