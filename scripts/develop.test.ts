// `npm run dev` draws the pages from their sources, and hands out each part of the app so that a changed source takes its place in the
// open page; its tools end with it.
import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { startChild } from './lib/children.mjs';
import { WEB } from './lib/develop.mjs';
import { inRoot } from './lib/paths.mjs';

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

test('the web app starts from its sources', { timeout: 180_000 }, async () => {
  let output = '';
  const web = startChild('web', [...WEB, '--port', '0', '--host', '127.0.0.1'], {
    env: { ...process.env, NO_COLOR: '1' },
    cwd: inRoot('apps/web'),
    print: (line: string) => {
      output += `${line}\n`;
    },
  });
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(ADDRESS);
    const text = async (path: string) => (await fetch(`${ADDRESS.exec(output)?.[0]}${path}`)).text();
    expect(await text('/login')).toContain('Welcome back');
    expect(await text('/src/admin/overview/admin-dashboard-page.tsx')).toContain('import.meta.hot.accept');
  } finally {
    await web.stop();
  }
});

test('[I1] after kill -9 of the launcher neither a tool nor what it has started is left running', async () => {
  // In place of the web app: a program that goes on whatever happens to the tool.
  const program = "console.log('pid ' + process.pid); setInterval(() => {}, 1000)";
  const main = `
import { startChild } from '${inRoot('scripts/lib/children.mjs')}';
import { WEB } from '${inRoot('scripts/lib/develop.mjs')}';
const args = [...WEB.slice(0, -1), '-e', ${JSON.stringify(program)}];
const { pid } = startChild('tool', args, { env: process.env, print: console.log });
console.log('pid ' + pid);`;
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', main], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  launcher.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const pids = (): number[] => [...output.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids().length, { timeout: 60_000 }).toBe(2);
  launcher.kill('SIGKILL');
  await expect.poll(() => pids().map(isAlive), { timeout: 30_000 }).toEqual([false, false]);
}, 120_000);
