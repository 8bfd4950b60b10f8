// An unusable data folder is reported in a sentence before anything is started.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireDataFolder } from './run-file.mjs';
import { Refusal } from './steps.mjs';

test('[O13] a data folder that can’t be made is refused by name, one that can is made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-run-'));
  await writeFile(join(folder, 'file'), '');
  const refused = requireDataFolder(join(folder, 'file', 'data'));
  await expect(refused).rejects.toThrow(Refusal);
  await expect(refused).rejects.toThrow(
    /^Nothing can be written to the data folder \(ENOTDIR.*Set DATA_DIR to another one\.$/,
  );
  await requireDataFolder(join(folder, 'new', 'data'));
  await writeFile(join(folder, 'new', 'data', 'file'), '');
  await rm(folder, { recursive: true });
});
