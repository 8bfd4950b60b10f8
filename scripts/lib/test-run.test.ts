// A test run leaves nothing running and no files, however it ends: after each signal that ends it, and where it or its npm is killed. What its programs
// have started ends with them, and so does a database, which has a process group of its own and outlives its server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';
import { identityOf } from './process-identity.mjs';

/** A program of the run: it starts another one, and a database, and never ends by itself. */
const PROGRAM = `
  const { spawn } = require('node:child_process');
  const { mkdirSync, writeFileSync } = require('node:fs');
  const other = spawn('sleep', ['600'], { stdio: 'inherit' });
  const database = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  mkdirSync(process.env.FOLDER + '/data/cluster', { recursive: true });
  writeFileSync(process.env.FOLDER + '/data/cluster/postmaster.pid', database.pid + '\\n/data\\n');
  console.log(JSON.stringify({ folder: process.env.FOLDER, pids: [process.pid, other.pid, database.pid] }));
  setInterval(() => {}, 1000);`;
const run = (work: string): string => `
  import { execute } from ${JSON.stringify(inRoot('scripts/lib/commands.mjs'))};
  import { inTestRun } from ${JSON.stringify(inRoot('scripts/lib/test-run.mjs'))};
  await inTestRun(async ({ folder, guard }) => {${work}});`;
const LASTING = run(`
    const options = { env: { ...process.env, FOLDER: folder }, show: true, guard };
    await execute(process.execPath, ['-e', ${JSON.stringify(PROGRAM)}], options);
    await execute(process.execPath, ['-e', 'console.log("the next part")'], options);`);

const isEnded = async (pid: number): Promise<boolean> => (await identityOf(pid)) === undefined;

/** Starts a run whose program lasts, and answers how to end it and what is left: a yes for each of its programs, and its folder. */
async function startRun(command: readonly string[], cwd = inRoot()) {
  const [program = '', ...args] = command;
  const runner = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  runner.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await expect.poll(() => /^\{.*\}$/m.exec(output), { timeout: 60_000 }).not.toBeNull();
  const { folder, pids }: { folder: string; pids: number[] } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '');
  const left = async () => [...(await Promise.all(pids.map(async (pid) => !(await isEnded(pid))))), existsSync(folder)];
  expect(await left()).toEqual([true, true, true, true]);
  return { runner, left, output: () => output };
}

const NOTHING = [false, false, false, false];
const ALONE = [process.execPath, '--input-type=module', '--eval', LASTING];

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'after %s nothing is left once it has ended, and it began no other part',
  async (signal) => {
    const { runner, left, output } = await startRun(ALONE);
    runner.kill(signal);
    expect(await once(runner, 'exit')).toEqual([1, null]);
    expect(await left()).toEqual(NOTHING);
    expect(output()).not.toContain('the next part');
  },
);

test('after it was killed nothing is left', async () => {
  const { runner, left } = await startRun(ALONE);
  runner.kill('SIGKILL');
  await expect.poll(left, { timeout: 60_000 }).toEqual(NOTHING);
});

test('after npm has ended, which passes no signal on, nothing is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-test-run-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: 'node main.js' } }));
  await writeFile(join(folder, 'main.js'), LASTING);
  const { runner, left } = await startRun(['npm', 'test'], folder);
  runner.kill('SIGTERM');
  await expect.poll(left, { timeout: 60_000 }).toEqual(NOTHING);
  await rm(folder, { recursive: true });
});

test('a run that ends by itself ends at once, without its folder', async () => {
  const work = run(`console.log(folder); await execute(process.execPath, ['-e', ''], { guard });`);
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', work], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  runner.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  expect(await once(runner, 'close')).toEqual([0, null]);
  expect(output.trim()).not.toBe('');
  expect(existsSync(output.trim())).toBe(false);
});
