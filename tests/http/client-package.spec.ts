// The client that a server has is what a merchant can install: from its address alone, loaded both ways, and typed for each way
// of resolving modules.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../support/fixtures.ts';

const run = promisify(execFile);
const PATH = '/developers/kobogate-client.tgz';

test('npm installs it from the server’s address, and a program imports or requires it', async ({ product }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-install-'));
  try {
    const inFolder = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } };
    await writeFile(join(folder, 'package.json'), '{}');
    await run('npm', ['install', '--no-audit', '--no-fund', product.origin + PATH], inFolder);
    for (const [file, source] of [
      ['one.mjs', `import { createClient } from '@kobogate/client'; console.log(typeof createClient);`],
      ['two.cjs', `const { createClient } = require('@kobogate/client'); console.log(typeof createClient);`],
    ] as const) {
      await writeFile(join(folder, file), source);
      expect((await run(process.execPath, [file], inFolder)).stdout).toBe('function\n');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('its types are right for node10, node16 by import and by require, and bundlers', async ({ product }) => {
  const file = new Uint8Array(await (await fetch(product.origin + PATH)).arrayBuffer());
  const checked = await checkPackage(createPackageFromTarballData(file));
  if (checked.types === false) throw new Error('it has no types');
  expect(checked.problems).toEqual([]);
  const entry = checked.entrypoints['.'];
  if (entry === undefined) throw new Error('it has nothing to import');
  const { resolutions } = entry;
  expect(Object.keys(resolutions).toSorted()).toEqual(['bundler', 'node10', 'node16-cjs', 'node16-esm']);
  for (const { resolution } of Object.values(resolutions)) expect(resolution?.isTypeScript).toBe(true);
});

test('the collection for Postman and the description for tools are served beside it', async ({ product }) => {
  const collection = await fetch(`${product.origin}/developers/kobogate.postman_collection.json`);
  expect(await collection.json()).toMatchObject({ info: { schema: expect.stringContaining('v2.1.0') } });
  const page = await (await fetch(`${product.origin}/developers`)).text();
  for (const href of [PATH, '/developers/kobogate.postman_collection.json', '/api/openapi.json'])
    expect(page).toContain(`href="${href}"`);
});
