import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build as bundle } from 'esbuild';
import { build, type Rolldown } from 'vite';
import type { SiteAssets } from '../src/site/document.tsx';

const ROOT = path.join(import.meta.dirname, '..');
const SOURCES = path.join(ROOT, 'src/site');

/** The script that runs inside the document before it is drawn, as text. */
export async function bundleThemeScript(): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [path.join(SOURCES, 'theme-first.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

async function buildMovingParts(dist: string): Promise<{ css: string; module: string }> {
  const result = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [tailwindcss()],
    publicDir: false,
    build: {
      outDir: dist,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: { site: path.join(SOURCES, 'moving-parts.ts') } },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
  const sheet = output.find((file) => file.fileName.endsWith('.css'))?.fileName;
  if (script === undefined || sheet === undefined) throw new Error('the public pages built no script or no style');
  const css = await readFile(path.join(dist, sheet), 'utf8');
  // It is sent inside the documents and never asked for.
  await rm(path.join(dist, sheet));
  return { css: css.trim(), module: `/${script}` };
}

async function buildRenderer(dist: string, assets: SiteAssets): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SITE_ASSETS: JSON.stringify(assets), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: path.join(dist, 'render'),
      emptyOutDir: false,
      rolldownOptions: {
        input: { site: path.join(SOURCES, 'built-site.ts') },
        // So that it loads as a module wherever the folder is copied to.
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
}

/**
 * Builds the public pages into the app's folder: `assets/site-….js` runs their moving parts in a browser,
 * `render/site.mjs` draws the documents in the server, with their style inside.
 */
export async function buildSite(dist: string): Promise<void> {
  const { css, module } = await buildMovingParts(dist);
  await buildRenderer(dist, { css, module, themeScript: await bundleThemeScript() });
}
