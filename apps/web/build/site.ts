import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import { build as bundle } from 'esbuild';
import { build, type Rolldown } from 'vite';
import type { PaymentAssets } from '../src/payer/create-payment-page.tsx';
import type { SiteAssets } from '../src/public/document.tsx';
import { lucideIcons } from './icons.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** A script that runs inside a document before it is drawn, as text. */
export async function bundleFirstScript(entry: string): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [path.join(ROOT, entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/** Builds the browser's script for server-rendered pages, named `assets/<name>-….js`, and answers their style. */
async function buildMovingParts(dist: string, name: string, entry: string): Promise<{ css: string; module: string }> {
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
      rolldownOptions: { input: { [name]: path.join(ROOT, entry) } },
    },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
  const sheet = output.find(
    ({ fileName }) => fileName.startsWith(`assets/${name}-`) && fileName.endsWith('.css'),
  )?.fileName;
  if (script === undefined || sheet === undefined) throw new Error(`${entry} built no script or no style`);
  const css = await readFile(path.join(dist, sheet), 'utf8');
  // It is part of the documents and never requested.
  await rm(path.join(dist, sheet));
  return { css: css.trim(), module: `/${script}` };
}

/** Builds a module that renders pages in the server, `render/<name>.mjs`, with the build's files filled in. */
async function buildRenderer(
  dist: string,
  { name, entry, define }: { name: string; entry: string; define: Readonly<Record<string, object>> },
): Promise<void> {
  const assets = Object.entries(define).map(([word, value]) => [word, JSON.stringify(value)]);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [lucideIcons()],
    publicDir: false,
    define: { ...Object.fromEntries(assets), 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: path.join(dist, 'render'),
      emptyOutDir: false,
      rolldownOptions: {
        input: { [name]: path.join(ROOT, entry) },
        // So that it loads as a module in any folder that it is copied to.
        output: { entryFileNames: '[name].mjs' },
      },
    },
  });
}

/**
 * Builds the server-rendered pages into the app's folder, the public ones, the payer's and the sign-in pages:
 * `assets/site-….js`, `assets/payment-….js` and `assets/sign-in-….js` are their scripts in a browser, and the modules
 * of the same names in `render/` render the documents in the server, with their style inside.
 */
export async function buildSite(dist: string): Promise<void> {
  const site = await buildMovingParts(dist, 'site', 'src/public/moving-parts.ts');
  const SITE_ASSETS: SiteAssets = { ...site, firstScript: await bundleFirstScript('src/public/first.ts') };
  await buildRenderer(dist, { name: 'site', entry: 'src/public/built-site.ts', define: { SITE_ASSETS } });
  const payment = await buildMovingParts(dist, 'payment', 'src/payer/moving-parts.ts');
  const PAYMENT_ASSETS: PaymentAssets = {
    ...payment,
    firstScript: await bundleFirstScript('src/payer/first.ts'),
  };
  const entry = 'src/payer/built-payment-page.ts';
  await buildRenderer(dist, { name: 'payment', entry, define: { PAYMENT_ASSETS } });
  const signIn = await buildMovingParts(dist, 'sign-in', 'src/sign-in/moving-parts.ts');
  const SIGN_IN_ASSETS: SiteAssets = { ...signIn, firstScript: await bundleFirstScript('src/sign-in/first.ts') };
  const signInEntry = 'src/sign-in/built-sign-in-pages.ts';
  await buildRenderer(dist, { name: 'sign-in', entry: signInEntry, define: { SIGN_IN_ASSETS } });
}
