import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RouteObject } from 'react-router';
import { build, runnerImport, type Manifest } from 'vite';
import { routeFiles } from './route-files.ts';

const root = path.join(import.meta.dirname, '..');

/**
 * Builds the account area and the administration: one client-rendered app, by `vite.config.ts`. Beside the manifest it
 * writes `render/route-files.json`, from which the server names a page's files in the start document.
 */
export async function buildApp(dist: string): Promise<void> {
  await build({ root, logLevel: 'warn' });
  const { module } = await runnerImport<{ routes: RouteObject[] }>('/src/app/router.tsx', {
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
  });
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, 'render/manifest.json'), 'utf8'));
  await writeFile(path.join(dist, 'render/route-files.json'), JSON.stringify(routeFiles(module.routes, manifest)));
}
