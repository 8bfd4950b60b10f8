import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { contractSource } from './build/contract-source.ts';
import { CALLS } from './src/contract.ts';

const HERE = import.meta.dirname;
const DIST = path.join(HERE, 'dist');
const SOURCES = path.join(DIST, 'sources');
const TYPES = path.join(DIST, 'types');

/**
 * Builds what a merchant installs, into `dist`: one module and its types, which import nothing. `npm pack
 * ./packages/client/dist` makes the file for `npm install`.
 */
async function buildClient(): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(SOURCES, { recursive: true });
  for (const name of await readdir(path.join(HERE, 'src'))) {
    if (!name.endsWith('.test.ts')) await copyFile(path.join(HERE, 'src', name), path.join(SOURCES, name));
  }
  await writeFile(path.join(SOURCES, 'contract.ts'), contractSource(CALLS));
  await declareTypes();
  await build({
    entryPoints: [path.join(SOURCES, 'index.ts')],
    outfile: path.join(DIST, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
  });
  await rm(SOURCES, { recursive: true });
  const { name, version, type, license } = JSON.parse(await readFile(path.join(HERE, 'package.json'), 'utf8'));
  const exports = { '.': { types: './types/index.d.ts', default: './index.js' } };
  const manifest = { name, version, type, license, exports, sideEffects: false, engines: { node: '>=20.3' } };
  await writeFile(path.join(DIST, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(path.join(HERE, 'README.md'), path.join(DIST, 'README.md'));
  await copyFile(path.join(HERE, '../../LICENSE'), path.join(DIST, 'LICENSE'));
}

/** Compiles the sources together with the contract's types; throws with the compiler's words where that fails. */
async function declareTypes(): Promise<void> {
  const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: { types: [], noEmit: false, declaration: true, emitDeclarationOnly: true, outDir: TYPES },
    include: ['*.ts'],
  };
  await writeFile(path.join(SOURCES, 'tsconfig.json'), JSON.stringify(settings));
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', SOURCES], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  // The compiler leaves the names of sources in declarations, which not every merchant's resolver understands.
  for (const name of await readdir(TYPES)) {
    const file = path.join(TYPES, name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}

await buildClient();
