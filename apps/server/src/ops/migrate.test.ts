// A check of the schema changes nothing: where there is no database it makes none, neither here nor in a folder that it was not told of.
import { readdir } from 'node:fs/promises';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { command } from './migrate.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('[O11] without a database a check says so, ends with 1, and leaves the data folder as it is', async () => {
  const folder = await createTemporaryFolder('migrate');
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('DATA_DIR', folder.path);
  const code = await command.run(['--check']);
  const left = await readdir(folder.path);
  await folder.remove();
  expect(left).toEqual([]);
  expect(code).toBe(1);
  expect(said).toContain(`There is no database in ${folder.path}.`);
});
