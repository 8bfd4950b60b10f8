import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { WEBHOOK_DATA } from '@kobogate/contract';
import { build, type PluginBuild } from 'esbuild';
import { contractSource } from './build/contract-source.ts';
import { CALLS } from './src/contract.ts';

const HERE = import.meta.dirname;
const DIST = path.join(HERE, 'dist');
const SOURCES = path.join(DIST, 'sources');
const TYPES = path.join(DIST, 'types');
/** The same for programs that `require` it, and for compilers that resolve like Node 10: those read no `exports`. */
const REQUIRED = path.join(DIST, 'cjs');

/**
 * Builds what a merchant installs, into `dist`: one module, once for `import` and once for `require`, its types,
 * and a command, which import nothing. The web app's build packs it.
 */
async function buildClient(): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(SOURCES, { recursive: true });
  for (const name of await readdir(path.join(HERE, 'src'))) {
    if (!name.endsWith('.test.ts')) await copyFile(path.join(HERE, 'src', name), path.join(SOURCES, name));
  }
  await writeFile(path.join(SOURCES, 'contract.ts'), contractSource(CALLS, WEBHOOK_DATA));
  await declareTypes();
  await cp(TYPES, path.join(REQUIRED, 'types'), { recursive: true });
  await bundle('esm', path.join(DIST, 'index.js'));
  await bundle('cjs', path.join(REQUIRED, 'index.js'));
  await bundleCommand(path.join(DIST, 'kobogate.js'));
  await rm(SOURCES, { recursive: true });
  await writeFile(path.join(REQUIRED, 'package.json'), '{ "type": "commonjs" }\n');
  await writeManifest();
  await copyFile(path.join(HERE, 'README.md'), path.join(DIST, 'README.md'));
  await copyFile(path.join(HERE, '../../LICENSE'), path.join(DIST, 'LICENSE'));
}

async function bundle(format: 'esm' | 'cjs', outfile: string): Promise<void> {
  await build({ entryPoints: [path.join(SOURCES, 'index.ts')], outfile, bundle: true, format, target: 'es2022' });
}

async function bundleCommand(outfile: string): Promise<void> {
  await build({
    entryPoints: [path.join(HERE, 'cli/main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [{ name: 'written-contract', setup: useWrittenContract }],
  });
  await chmod(outfile, 0o755);
}

/** As it is published; who publishes it adds `repository`: only they know where the sources are. */
async function writeManifest(): Promise<void> {
  const { name, version, description, keywords, type, license } = JSON.parse(
    await readFile(path.join(HERE, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    description,
    keywords,
    type,
    license,
    // For those that do not read `exports`.
    main: './cjs/index.js',
    module: './index.js',
    types: './cjs/types/index.d.ts',
    exports: {
      '.': {
        import: { types: './types/index.d.ts', default: './index.js' },
        require: { types: './cjs/types/index.d.ts', default: './cjs/index.js' },
      },
      './package.json': './package.json',
    },
    bin: { kobogate: './kobogate.js' },
    files: ['index.js', 'kobogate.js', 'types', 'cjs'],
    sideEffects: false,
    engines: { node: '>=20.3' },
    publishConfig: { access: 'public' },
  };
  await writeFile(path.join(DIST, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Has the command bundled with the contract that was written out, as the module is. */
function useWrittenContract({ onResolve }: PluginBuild): void {
  onResolve({ filter: /\/contract\.ts$/ }, () => ({ path: path.join(SOURCES, 'contract.ts') }));
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
