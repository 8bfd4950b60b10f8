// The doctor looks at each file that the operator names as a server would, and says what to do where it is not as it should be.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineFiles, type NamedFiles } from './examine-files.ts';

let folder: TemporaryFolder;
const at = (name: string): string => join(folder.path, name);
beforeAll(async () => {
  folder = await createTemporaryFolder('examined');
});
afterAll(() => folder.remove());

const examine = async (files: Partial<NamedFiles>) => {
  const usual: NamedFiles = {
    databaseUrl: undefined,
    dataDir: folder.path,
    sanctionsFiles: [],
    epochFile: at('epoch.json'),
    webDir: undefined,
    roles: ['api'],
  };
  const findings = (await Promise.all(examineFiles({ ...usual, ...files }))).flat();
  return Object.fromEntries(findings.map(({ part, state, sentence }) => [part, `${state}: ${sentence}`]));
};

test('[O11] a list of sanctions that is missing, or without an address, is wrong; none at all, or an old one, is shown', async () => {
  const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa';
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(at('list'), `# date: ${today}\n${address}\n`);
  await writeFile(at('old'), `# date: 2020-01-01\n${address}\n`);
  await writeFile(at('empty'), 'nothing here\n');
  const sanctions = async (...sanctionsFiles: string[]) => (await examine({ sanctionsFiles }))['sanctions'];
  expect(await sanctions(at('list'))).toBe('fine: 1 addresses');
  expect(await sanctions(at('old'))).toMatch(/^look: .*week old/);
  expect(await sanctions()).toMatch(/^look: no sender/);
  expect(await sanctions(at('list'), at('missing'))).toMatch(/^wrong: ENOENT.*SANCTIONS_FILE/);
  for (const files of [[at('empty')], [at('list'), at('empty')]]) {
    expect(await sanctions(...files)).toMatch(/^wrong: no address.*SANCTIONS_FILE/);
  }
});

test('[I5] an epoch file in a folder that is missing, or that is no such file, is wrong', async () => {
  await writeFile(at('good.json'), '{"installation":"one","epoch":"7","addresses":"3"}');
  await writeFile(at('bad.json'), '{}');
  await writeFile(at('file'), '');
  const epoch = async (epochFile: string, files: Partial<NamedFiles> = {}) =>
    (await examine({ ...files, epochFile }))['epoch file'];
  expect(await epoch(at('good.json'))).toBe('fine: 7 departures');
  expect(await epoch(at('epoch.json'))).toMatch(/^fine: is not there yet/);
  expect(await epoch(at('missing/epoch.json'))).toMatch(/^wrong: its folder.*ENOENT.*EPOCH_FILE/);
  expect(await epoch(at('file/epoch.json'))).toMatch(/^wrong: its folder.*ENOTDIR.*EPOCH_FILE/);
  // DATA_DIR is made with the embedded database, and for no other.
  const dataDir = at('new/data');
  expect(await epoch(join(dataDir, 'epoch.json'), { dataDir })).toMatch(/^fine: is not there yet/);
  expect(await epoch(join(dataDir, 'epoch.json'), { dataDir, databaseUrl: 'postgres://x' })).toMatch(
    /^wrong: its folder/,
  );
  expect(await epoch(at('bad.json'))).toMatch(/^wrong: can't be read/);
});

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)('[I5] an epoch file in a folder that is closed is wrong', async () => {
  await mkdir(at('closed'), { mode: 0o555 });
  const found = await examine({ epochFile: at('closed/epoch.json') });
  expect(found['epoch file']).toMatch(/^wrong: its folder.*EACCES.*EPOCH_FILE/);
});

test('[O11] a folder without the built web app is wrong where the API is served from it', async () => {
  await mkdir(at('web/render'), { recursive: true });
  await writeFile(at('web/render/site.mjs'), 'export const site = { render: () => "" };');
  const web = async (files: Partial<NamedFiles>) => (await examine(files))['web app'];
  expect(await web({ webDir: at('web') })).toBe('fine: is there');
  expect(await web({})).toMatch(/^look: is not served/);
  expect(await web({ webDir: at('missing') })).toMatch(/^wrong: .*npm run build.*WEB_DIR/);
  expect(await web({ webDir: at('missing'), roles: ['worker'] })).toBeUndefined();
});
