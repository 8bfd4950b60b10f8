import { execFile } from 'node:child_process';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import type * as postman from '../src/public/developers/postman.ts';

const ROOT = path.join(import.meta.dirname, '..');
const CLIENT = path.join(ROOT, '../../packages/client/dist');

/**
 * Puts what developers download into the app's folder: the merchants' client, as `npm pack` makes it of its build, and
 * the collection for Postman.
 */
export async function buildDownloads(dist: string): Promise<void> {
  const folder = path.join(dist, 'developers');
  await mkdir(folder, { recursive: true });
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', folder, CLIENT]);
  await rename(path.join(folder, stdout.trim()), path.join(folder, 'kobogate-client.tgz'));
  const { module } = await runnerImport<typeof postman>('/src/public/developers/postman.ts', {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
  });
  const collection = JSON.stringify(module.postmanCollection(), null, 2);
  await writeFile(path.join(folder, 'kobogate.postman_collection.json'), `${collection}\n`);
}
