import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StartDocuments } from '@kobogate/contract';
import type { RouteObject } from 'react-router';
import { build, runnerImport, type Manifest } from 'vite';
import type { drawStartDocument, startOf } from '../src/app/start-document.tsx';
import { lucideIcons } from './icons.ts';
import { routeFiles, startFiles } from './route-files.ts';
import { bundleFirstScript } from './site.ts';

const root = path.join(import.meta.dirname, '..');

interface AppModules {
  readonly routes: RouteObject[];
  readonly drawStartDocument: typeof drawStartDocument;
  readonly startOf: typeof startOf;
}

/**
 * Builds the account area and the administration: one client-rendered app, by `vite.config.ts`. Beside the manifest it
 * writes `render/start-document.json`, from which the server makes each page's start document, with the style inside.
 */
export async function buildApp(dist: string): Promise<void> {
  await build({ root, logLevel: 'warn' });
  const { module: app } = await runnerImport<AppModules>('/src/app/built-app.ts', {
    root,
    configFile: false,
    plugins: [lucideIcons()],
    logLevel: 'warn',
    mode: 'production',
  });
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, 'render/manifest.json'), 'utf8'));
  const { files, style } = startFiles(manifest);
  const [module = ''] = files;
  const css = (await readFile(path.join(dist, style), 'utf8')).trim();
  const document: StartDocuments = {
    ...app.drawStartDocument({ css, firstScript: await bundleFirstScript('src/app/first.ts'), module }),
    files,
    pages: routeFiles(app.routes, manifest).map((page) => Object.assign(page, app.startOf(page.path))),
  };
  await writeFile(path.join(dist, 'render/start-document.json'), JSON.stringify(document));
  // Both are in the start document and never requested.
  await Promise.all([style, 'index.html'].map((name) => rm(path.join(dist, name))));
}
