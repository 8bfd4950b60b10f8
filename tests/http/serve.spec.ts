// In production the server starts only on a safe and complete configuration: what prevents it is said in
// sentences that name it, with no stack trace, no secret and no restart loop.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  product = await startProduct();
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
      .filter((name) => /_(?:SECRET_KEY|PUBLIC_KEY|API_KEY|CALLBACK_HASH|PROJECT_ID)$/.test(name))
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

test('[O13] a missing database, an invalid folder and a port in use are a sentence each', async () => {
  const other = createServer();
  const taken = await new Promise<number>((resolve) => {
    other.listen(0, 'localhost', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const nowhere = { ...product.environment, DATABASE_URL: `postgres://me:hidden@127.0.0.1:${await freePort()}/books` };
  const absent = await refused(nowhere);
  expect(absent).toMatchObject({ code: 1, words: expect.stringContaining('DATABASE_URL') });
  expect(absent.words).not.toContain('hidden');

  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const inFile = await refused({ ...product.environment, DATABASE_URL: '', DATA_DIR: join(file, 'data') });
  expect(inFile).toMatchObject({ code: 1, words: expect.stringContaining('DATA_DIR') });

  const inUse = await refused({ ...product.environment, PORT: String(taken), HOST: 'localhost' });
  expect(inUse).toMatchObject({ code: 1, words: expect.stringContaining(`PORT ${taken}`) });
  other.close();
});
