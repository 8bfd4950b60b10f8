// A change of a source changes the fingerprint of the build; a change of a test, a document or a built file does not.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kobogate-fingerprint-'));
  await mkdir(join(root, 'app', 'dist'), { recursive: true });
  for (const file of ['package-lock.json', 'tsconfig.base.json', 'app/main.ts'])
    await writeFile(join(root, file), '{}');
});
afterAll(() => rm(root, { recursive: true }));

const change = async (file: string, text: string): Promise<boolean> => {
  const before = await fingerprint(['app'], root);
  await writeFile(join(root, file), text);
  return (await fingerprint(['app'], root)) !== before;
};

test.each(['app/main.test.ts', 'app/README.md', 'app/dist/main.js', 'app/.built-from'])(
  '%s does not count',
  async (file) => {
    expect(await change(file, 'new')).toBe(false);
  },
);

test.each([
  ['app/main.ts', 'other'],
  ['app/new.ts', ''],
  ['package-lock.json', '[]'],
])('%s counts', async (file, text) => {
  expect(await change(file, text)).toBe(true);
});
