// A program under a supervisor is restarted when it dies, and ends when the supervisor is asked to stop, or is gone
// itself.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startChild } from './children.mjs';

const HERE = import.meta.dirname;
const LIMIT = { timeout: 60_000 };

/**
 * Prints its process id, and that it is ready unless it has a reason to refuse; ends when asked to, or when its parent
 * is gone.
 */
const PROGRAM = `
import { existsSync } from 'node:fs';
console.log('pid ' + process.pid);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
setInterval(() => {}, 1000);
if (existsSync('refuse')) process.send({ refused: true }, () => process.exit(1));
else process.send({ ready: true });
`;
const MAIN = `
import { startChild, waitUntilSaid } from '${HERE}/children.mjs';
import { run, say } from '${HERE}/steps.mjs';
import { supervise } from '${HERE}/supervise.mjs';
console.log('main ' + process.pid);
await run(() => supervise(async (keep) => {
  const options = { env: process.env, print: say, cwd: process.cwd() };
  await keep({ start: async () => startChild('program', ['program.mjs'], options), untilReady: waitUntilSaid });
  say('all ready');
}));
`;

let folder: string;
let child: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobogate-supervise-'));
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  await writeFile(join(folder, 'main.mjs'), MAIN);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node main.mjs' } }));
});
afterEach(async () => {
  for (const pid of [...pids(), mainPid()]) if (pid > 0 && isAlive(pid)) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(program: string, ...args: string[]): Promise<number | null> {
  output = '';
  child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => child.once('exit', resolve));
}

const pids = (): number[] => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
const mainPid = (): number => Number(/^main (\d+)$/m.exec(output)?.[1] ?? 0);
const isReady = () => expect.poll(() => output, LIMIT).toContain('all ready');
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('[I6] a program that is killed again and again is started again each time', async () => {
  void start(process.execPath, 'main.mjs');
  await isReady();
  for (const times of [1, 2, 3]) {
    process.kill(pids().at(-1) ?? 0, 'SIGKILL');
    await expect.poll(() => pids().length, LIMIT).toBe(times + 1);
  }
  expect(isAlive(pids().at(-1) ?? 0)).toBe(true);
});

test('[O3] a program that refuses is not restarted, at the first start or later, and the exit code is 1', async () => {
  await writeFile(join(folder, 'refuse'), '');
  expect(await start(process.execPath, 'main.mjs')).toBe(1);
  expect(pids()).toHaveLength(1);
  await rm(join(folder, 'refuse'));
  const ended = start(process.execPath, 'main.mjs');
  await isReady();
  await writeFile(join(folder, 'refuse'), '');
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  expect(await ended).toBe(1);
  expect(pids()).toHaveLength(2);
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('[I1] %s stops everything, and is a success', async (signal) => {
  const ended = start(process.execPath, 'main.mjs');
  await isReady();
  child.kill(signal);
  expect(await ended).toBe(0);
  expect(pids().map(isAlive)).toEqual([false]);
});

test.each([
  ['the script', 'SIGKILL', process.execPath, 'main.mjs'],
  ['npm', 'SIGTERM', 'npm', 'start'],
  ['npm', 'SIGHUP', 'npm', 'start'],
  ['npm', 'SIGKILL', 'npm', 'start'],
] as const)('[I1] nothing is left where %s gets %s', async (_what, signal, program, argument) => {
  void start(program, argument);
  await isReady();
  const [own, main] = [pids(), mainPid()];
  expect([...own, main].map(isAlive)).toEqual([true, true]);
  child.kill(signal);
  await expect.poll(() => [...own, main].map(isAlive), LIMIT).toEqual([false, false]);
});

test('[I1] the stop of a program that died ends what it had started, which goes on until then, and nothing of a stranger that has its number', async () => {
  await writeFile(
    join(folder, 'starter.mjs'),
    `
import { spawn } from 'node:child_process';
const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
console.log('pid ' + left.pid);
setTimeout(() => process.kill(process.pid, 'SIGKILL'));
`,
  );
  const startOne = async () => {
    output = '';
    const options = { env: process.env, cwd: folder, print: (line: string) => void (output += `${line}\n`) };
    const started = startChild('program', ['starter.mjs'], options);
    await started.ended;
    expect(pids().map(isAlive)).toEqual([true]);
    return started;
  };
  const died = await startOne();
  await died.stop();
  await expect.poll(() => pids().map(isAlive), LIMIT).toEqual([false]);

  const other = await startOne();
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  await other.stop();
  const signalled = kill.mock.calls.map(([pid]) => pid);
  kill.mockRestore();
  expect(signalled).toEqual([other.pid]);
  expect(pids().map(isAlive)).toEqual([true]);
});
