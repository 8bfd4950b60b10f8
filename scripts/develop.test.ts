// `npm run dev` draws the pages from their sources, and hands out each part of the app so that a changed source takes its place in the
// open page.
import { expect, test } from 'vitest';
import { startChild } from './lib/children.mjs';
import { WEB } from './lib/develop.mjs';
import { inRoot } from './lib/paths.mjs';

test('the web app starts from its sources', { timeout: 180_000 }, async () => {
  const lines: string[] = [];
  const web = startChild('web', [...WEB, '--port', '0', '--host', '127.0.0.1'], {
    env: { ...process.env, NO_COLOR: '1' },
    cwd: inRoot('apps/web'),
    print: (line: string) => void lines.push(line),
  });
  const addressOf = () => /http:\/\/127\.0\.0\.1:\d+/.exec(lines.join('\n'))?.[0];
  const ended = web.ended.then(() => expect.fail(lines.join('\n')));
  try {
    await Promise.race([ended, expect.poll(addressOf, { timeout: 120_000 }).toBeDefined()]);
    const text = async (path: string) => (await fetch(`${addressOf()}${path}`)).text();
    expect(await text('/login')).toContain('Welcome back');
    expect(await text('/src/admin/overview/admin-dashboard-page.tsx')).toContain('import.meta.hot.accept');
  } finally {
    ended.catch(() => undefined);
    await web.stop();
  }
});
