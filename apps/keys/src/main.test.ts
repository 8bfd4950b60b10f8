// The program from outside: words come from standard input only, files are private to their owner and never
// overwritten, and no output repeats a secret.
import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readKeyExport } from '@kobogate/addresses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../bundle.ts';
import { readArguments } from './arguments.ts';
import { Refusal } from './refusal.ts';
import { readLine } from './terminal.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobogate-keys-'));
  program = join(folder, 'keys.mjs');
  await bundle('src/main.ts', program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(args: readonly string[], input = ''): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()));
    child.once('error', reject).once('close', (code) => resolve({ code, said }));
    child.stdin.end(input);
  });
}

test('[H-1] from a new seed to an export that the server reads, and an address proved from it', async () => {
  const made = await run(['new', '--out', 'seed.txt']);
  expect(made.code, made.said).toBe(0);
  const words = await readFile(join(folder, 'seed.txt'), 'utf8');
  expect((await stat(join(folder, 'seed.txt'))).mode & 0o777).toBe(0o600);
  expect(words.trim().split(' ')).toHaveLength(24);
  expect(made.said).not.toContain(words.trim());

  const exported = await run(['export', '--solana', '3'], words);
  expect(exported.code, exported.said).toBe(0);
  const signer = /KEYS_SIGNER {2}([0-9a-f]{64})/.exec(exported.said)?.[1] ?? '';
  const { sources } = readKeyExport(await readFile(join(folder, 'kobogate-keys.txt')), signer);
  const solana = sources.find(({ family }) => family === 'solana');
  expect(solana?.size).toBe(3);

  const address = solana?.derive(2).address ?? '';
  const proved = await run(['prove', address, '--up-to', '5'], words);
  expect(proved).toMatchObject({ code: 0, said: expect.stringContaining("m/44'/501'/2'/0'") });
  expect(await run(['prove', address, '--up-to', '2'], words)).toMatchObject({ code: 1 });

  const again = await run(['export', '--solana', '0'], words);
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('left as it is') });
  expect((await run(['new', '--out', 'seed.txt'])).code).toBe(1);
  expect(await readFile(join(folder, 'seed.txt'), 'utf8')).toBe(words);
});

test('new words are not written into a pipe', async () => {
  expect(await run(['new'])).toMatchObject({ code: 1, said: expect.stringContaining('on a terminal only') });
});

test('words behind a command are refused without being repeated', () => {
  const words = ['zebra', 'secret'];
  for (const given of [
    ['export', ...words],
    ['prove', '0x1', ...words],
    ['new', 'zebra'],
    ['sign', 'plan.json', ...words],
    words,
    ['export', '--words', 'zebra'],
  ]) {
    const read = (): unknown => readArguments(given);
    expect(read).toThrow(Refusal);
    expect(read).not.toThrow(/zebra|secret/);
  }
});

test('arguments have their defaults and bounds', () => {
  expect(readArguments(['export'])).toEqual({
    name: 'export',
    out: 'kobogate-keys.txt',
    solana: 100_000,
    isTaproot: false,
  });
  expect(readArguments(['prove', 'x'])).toEqual({ name: 'prove', address: 'x', upTo: 10_000 });
  expect(readArguments([])).toEqual({ name: 'help' });
  for (const count of ['-1', '1.5', 'many', '10000001', '']) {
    expect(() => readArguments(['export', '--solana', count])).toThrow(Refusal);
  }
  expect(() => readArguments(['prove'])).toThrow(/Which address/);
  const [one, other] = [
    { file: 'a.json', out: 'a.json.signed' },
    { file: 'b.json', out: 'b.json.signed' },
  ];
  expect(readArguments(['sign', 'a.json', 'b.json'])).toEqual({ name: 'sign', files: [one, other], isYes: false });
  expect(() => readArguments(['sign', 'a.json', 'a.json'])).toThrow(/twice/);
  expect(() => readArguments(['sign', 'a.json', 'b.json', '--out', 'c'])).toThrow(/one file/);
  expect(() => readArguments(['sign'])).toThrow(/Which plan/);
});

test('what is typed at a terminal is read raw, so that the terminal shows nothing of it, and can be corrected', async () => {
  const modes: boolean[] = [];
  const terminal = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  const line = readLine(terminal);
  expect(modes).toEqual([true]);
  for (const typed of ['test jumk', '\u007f\u007f', 'nk\r']) terminal.write(typed);
  expect(await line).toBe('test junk');
  expect(modes).toEqual([true, false]);
  expect(terminal.isPaused()).toBe(true);
});
