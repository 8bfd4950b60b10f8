import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
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

/** Builds the server of a commit in an empty folder, with this clone's dependencies; answers its program. */
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

/** Our own packages are the commit's, all others those that are installed here. */
async function linkDependencies(folder: string): Promise<void> {
  const [installed, modules] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(modules, '@kobogate'), { recursive: true });
  const others = (await readdir(installed)).filter((name) => name !== '@kobogate');
  const own = await readdir(join(folder, 'packages'));
  await Promise.all([
    ...others.map((name) => symlink(join(installed, name), join(modules, name))),
    ...own.map((name) => symlink(join(folder, 'packages', name), join(modules, '@kobogate', name))),
    symlink(join(ROOT, 'apps/server/node_modules'), join(folder, 'apps/server/node_modules')),
  ]);
}
