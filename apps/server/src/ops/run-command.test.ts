// An operator who mistypes gets a message and nothing is done; each command shows its help without touching anything.
// One who forgot to say where the database is gets a sentence: no command makes a database and reports on that.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { createBlankDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

const NAMES = [
  'doctor',
  'migrate',
  'treasury',
  'reconcile',
  'verify-ledger',
  'archive',
  'retention',
  'rotate-secrets',
  'backup',
  'restore',
  'recovery',
];
let said = '';

beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  // A command that tried to reach a database would fail without one.
  vi.stubEnv('DATABASE_URL', 'postgres://localhost:1/none');
  vi.stubEnv('SECRETS_KEY', '');
});
afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

async function run(...args: string[]) {
  await runCommand(args);
  return { code: process.exitCode, lines: said.trimEnd().split('\n') };
}

test('without a command all are listed, one per line', async () => {
  const { code, lines } = await run();
  expect(code).toBe(0);
  expect(lines.flatMap((line) => /^ {2}(?<name>[a-z-]+) {2,}\S/.exec(line)?.groups?.['name'] ?? [])).toEqual(NAMES);
});

test.each(['bakcup', 'constructor', '__proto__', '--version'])('%s is no command: a message, and 1', async (name) => {
  const { code, lines } = await run(name);
  expect(code).toBe(1);
  expect(lines[0]).toContain(`There is no command “${name}”.`);
});

test.each(NAMES)('%s --help shows the help, and does nothing', async (name) => {
  const { code, lines } = await run(name, '--help');
  expect(code).toBe(0);
  expect(lines).toContainEqual(expect.stringMatching(`^  npm run ops -- ${name}`));
});

test.each([
  ['backup', '--twice'],
  ['archive', '--until', '2026-13'],
  ['archive', '--database'],
  ['retention', '--erase'],
  ['retention', '--now', 'notices'],
  ['archive', '--check', 'here', '--to', 'there'],
  ['verify-ledger', '--since'],
  ['restore'],
  ['recovery', 'lift', '  '],
  ['recovery', 'raise'],
  ['treasury', 'fly'],
  ['doctor', 'now'],
  ['migrate', '--chek'],
])('%s with wrong arguments shows the help, and ends with 1', async (name, ...args) => {
  const { code, lines } = await run(name, ...args);
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(`^  npm run ops -- ${name}`));
});

test('a reader that leaves early, as `head` does, is no error: a restore goes on', async () => {
  await run();
  const left = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(() => process.stdout.emit('error', left)).not.toThrow();
  expect(() => process.stdout.emit('error', new Error('another'))).toThrow('another');
});

test.each(['verify-ledger', 'archive', 'retention', 'rotate-secrets', 'backup'])(
  '%s says what a SECRETS_KEY has to be',
  async (name) => {
    configure({ SECRETS_KEY: 'short', SECRETS_KEY_OTHERS: '' });
    const { code, lines } = await run(name);
    expect(code).toBe(1);
    expect(lines).toEqual(["SECRETS_KEY can't be used: must be 32 random bytes in base64 (openssl rand -base64 32)."]);
  },
);

const READERS = [
  'treasury plan',
  'treasury reconcile',
  'reconcile',
  'verify-ledger',
  'archive',
  'retention',
  'retention --now',
  'rotate-secrets',
  'recovery status',
  'recovery lift compared',
];

function configure(more: Readonly<Record<string, string>>): void {
  const environment = {
    NODE_ENV: 'test',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEY_OTHERS: randomBytes(32).toString('base64'),
    EVM_XPUB:
      'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
    RPC_ETHEREUM: 'http://localhost:1',
    CONFIRMATIONS_ETHEREUM: '12',
    PAYSTACK_URL: 'http://localhost:1',
    PAYSTACK_SECRET_KEY: 'secret',
    COINBASE_URL: 'http://localhost:1',
    LUNO_URL: 'http://localhost:1',
    SMTP_URL: 'smtp://localhost:1',
    MAIL_FROM: 'pay@shop.example',
    ...more,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

test.each([...READERS, 'migrate', 'migrate --check', 'backup'])(
  '[O11] without a database %s says what to set, ends with 1, and makes none',
  async (words) => {
    const folder = await createTemporaryFolder('run-command');
    configure({ DATABASE_URL: '', DATA_DIR: folder.path });
    const { code, lines } = await run(...words.split(' '));
    const left = await readdir(folder.path);
    await folder.remove();
    expect(left).toEqual([]);
    expect(code).toBe(1);
    expect(lines).toEqual([
      `There is no database in ${folder.path}. Set DATABASE_URL, or DATA_DIR, as the server has it.`,
    ]);
  },
);

test.each(READERS)('[O11] on a database that lacks migrations %s says so, and ends with 1', async (words) => {
  const database = await createBlankDatabase();
  configure({ DATABASE_URL: database.url });
  const { code, lines } = await run(...words.split(' '));
  await database.drop();
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringMatching(/^The database lacks \d+ migrations of this version\./)]);
});

test('[O11] the doctor does not promise a database that a start which is refused would not make', async () => {
  const folder = await createTemporaryFolder('run-command');
  configure({ DATABASE_URL: '', DATA_DIR: folder.path, SMTP_URL: '' });
  const { lines } = await run('doctor');
  await folder.remove();
  expect(lines).toContain('✗ configuration: SMTP_URL is missing.');
  expect(lines.filter((line) => line.includes('database'))).toEqual([]);
});
