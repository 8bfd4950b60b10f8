// `npm run dev` draws the pages from their sources, and hands out each part of the app so that a changed source takes its place in the
// open page.
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
