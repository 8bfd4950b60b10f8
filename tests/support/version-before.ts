import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OWN = '@kobogate/';
const MIGRATIONS = 'apps/server/migrations';
/** Of a whole tree's files. */
const MOST_BYTES = 512 * 1024 * 1024;

const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...args])).stdout.trim();

/**
 * The newest commit of the main line that has not yet the newest migration: its server is what a rolling upgrade runs beside the present
 * one. Null where this folder is no clone, or one without that commit.
 */
export async function findVersionBefore(): Promise<string | null> {
  try {
    const added = await git('log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', MIGRATIONS);
    return await git('rev-parse', '--verify', `${added}~1^{commit}`);
  } catch {
    return null;
  }
}

/**
 * Builds the server of a commit in an empty folder, with this clone's dependencies and those that this clone has no more; answers its
 * program.
 */
export async function buildServerOf(commit: string, folder: string): Promise<string> {
  const archive = join(folder, 'source.tar');
  await git('archive', '--output', archive, commit, 'apps/server', 'packages', ':(glob)*.json');
  await run('tar', ['-xf', archive, '-C', folder], { maxBuffer: MOST_BYTES });
  await rm(archive);
  await linkDependencies(folder);
  const server = join(folder, 'apps/server');
  await run(process.execPath, [join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'build.ts'], { cwd: server });
  return join(server, 'dist/main.js');
}

/** Our own packages are the commit's, all others those that are installed here, and else those that it names. */
async function linkDependencies(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  const own = await readdir(join(folder, 'packages'));
  const here = await packagesIn(join(ROOT, 'node_modules'));
  const extra = join(folder, 'no-longer-here');
  const wanted = await wantedBy(
    ['apps/server', ...own.map((name) => `packages/${name}`)].map((of) => join(folder, of)),
  );
  const absent = [...wanted].filter(
    ([name]) => !here.has(name) && !existsSync(join(ROOT, 'apps/server/node_modules', name)),
  );
  await mkdir(extra);
  if (absent.length > 0) {
    const versions = absent.map(([name, version]) => `${name}@${version}`);
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', extra, ...versions]);
  }
  const linked = new Map([
    ...(await packagesIn(join(extra, 'node_modules'))),
    ...here,
    ...own.map((name) => [`${OWN}${name}`, join(folder, 'packages', name)] as const),
  ]);
  for (const [name, source] of linked) {
    const place = join(modules, name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(source, place);
  }
  await symlink(join(ROOT, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules'));
}

/** The installed packages of others in a folder of Node's, by name: where each is. */
async function packagesIn(modules: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of await readdir(modules).catch(() => [])) {
    if (`${name}/` === OWN) continue;
    const inScope = name.startsWith('@')
      ? (await readdir(join(modules, name))).map((each) => `${name}/${each}`)
      : [name];
    for (const each of inScope) found.set(each, join(modules, each));
  }
  return found;
}

const manifest = z.object({ dependencies: z._default(z.record(z.string(), z.string()), {}) });

/** What these packages depend on besides our own, by name, with the version that each names. */
async function wantedBy(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const read = async (folder: string) =>
    manifest.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const all = (await Promise.all(folders.map(read))).flatMap(({ dependencies }) => Object.entries(dependencies));
  return new Map(all.filter(([name]) => !name.startsWith(OWN)));
}
