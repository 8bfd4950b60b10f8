// A process is taken for ended only where that is certain: it ran on this machine, and its id is no process's now.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, test } from 'vitest';
import { hasEnded, nameProcess } from './processes.ts';

const own = String(process.pid);
const gone = String(spawnSync(process.execPath, ['--version']).pid);

test('a process that runs has not ended, and one of this machine that no longer runs has', () => {
  const name = nameProcess();
  expect([name, name.replace(`-${own}-`, `-${gone}-`)].map(hasEnded)).toEqual([false, true]);
});

test('of a process of another machine, another container or an older version nothing is known', () => {
  const ended = nameProcess().replace(`-${own}-`, `-${gone}-`);
  const elsewhere = ended.replace(/-[0-9a-f]{12}-/, '-0123456789ab-');
  const older = ended.replace(/-[0-9a-f]{12}-/, '-');
  const unknown = ended.replace(/-[0-9a-f]{12}-/, '--');
  expect([elsewhere, older, unknown, 'second'].map(hasEnded)).toEqual([false, false, false, false]);
});
