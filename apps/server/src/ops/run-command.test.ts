// An operator who mistypes gets a message and nothing is done; each command shows its help without touching anything.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from './run-command.ts';

const NAMES = [
  'doctor',
  'migrate',
  'treasury',
  'reconcile',
  'verify-ledger',
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
