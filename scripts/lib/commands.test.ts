// An operator who reads only the beginning of what a command says, as with `head`, does not end it: a restore is not broken off.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRoot } from './paths.mjs';

test('[O11] a program that is shown goes on to its end where the reader leaves after its first line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'commands-'));
  const file = join(folder, 'done');
  try {
    // It says more than a pipe holds once its first line was read, and does its work after that.
    const work = `
      console.log('first');
      process.stdin.resume();
      const talk = (left) => {
        if (left > 0) return process.stdout.write('x'.repeat(10_000), () => setImmediate(talk, left - 1));
        require('node:fs').writeFileSync(process.env.DONE, 'whole');
      };
      setImmediate(talk, 100);`;
    const shown = `
      import { execute } from ${JSON.stringify(inRoot('scripts/lib/commands.mjs'))};
      const { code } = await execute(process.execPath, ['-e', ${JSON.stringify(work)}], { env: { DONE: process.env.DONE }, show: true });
      process.exitCode = code;`;
    const caller = spawn(process.execPath, ['--input-type=module', '--eval', shown], {
      env: { DONE: file },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    caller.stdout.once('data', () => caller.stdout.destroy());
    let trouble = '';
    caller.stderr.on('data', (text) => (trouble += String(text)));
    const code = await new Promise((resolve) => caller.once('close', resolve));
    expect([code, trouble]).toEqual([0, '']);
    expect(await readFile(file, 'utf8')).toBe('whole');
  } finally {
    await rm(folder, { recursive: true });
  }
});
