import {
  type Brand,
  DEFAULT_SETTINGS,
  NO_STATEMENTS,
  SIGN_IN_PATHS,
  type SignInPages,
  type SignInPath,
  type Site,
  type SiteFacts,
} from '@kobogate/contract';
import { runnerImport, type Plugin, type ViteDevServer } from 'vite';
import type { SiteAssets } from '../src/public/document.tsx';
import { SITE_PATHS } from '../src/public/paths.ts';
import { lucideIcons } from './icons.ts';

// Here the style is loaded with the module, so that a change of either shows at once.
const ASSETS: SiteAssets = {
  css: '',
  firstScript: 'import(document.currentScript.dataset.module)',
  module: '/src/public/moving-parts.ts',
};
const SIGN_IN_ASSETS: SiteAssets = { ...ASSETS, module: '/src/sign-in/moving-parts.ts' };

/**
 * In development: renders the public pages and the sign-in pages from their sources at every request, as the server
 * does from the build.
 */
export function developSite(apiUrl: string): Plugin {
  return {
    name: 'kobogate-site',
    apply: 'serve',
    configureServer(server) {
      const draw = createDrawing(server, apiUrl);
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
        const path = SITE_PATHS.find((sitePath) => sitePath === pathname);
        const signInPath = SIGN_IN_PATHS.find((known) => known === pathname);
        if ((path ?? signInPath) === undefined || request.method !== 'GET') return next();
        const drawing =
          signInPath === undefined ? draw(pathname) : drawSignIn(server, signInPath, searchParams.has('token'));
        void drawing.then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
    },
  };
}

function createDrawing(server: ViteDevServer, apiUrl: string): (path: string) => Promise<string> {
  return async (path) => {
    // Imported again for each request, so that a change shows at the next one.
    const { module } = await runnerImport<{ createSite: (assets: SiteAssets) => Site }>('/src/public/create-site.tsx', {
      root: server.config.root,
      configFile: false,
      plugins: [lucideIcons()],
      logLevel: 'warn',
    });
    return server.transformIndexHtml(path, module.createSite(ASSETS).render(path, await readFacts(apiUrl)));
  };
}

async function drawSignIn(server: ViteDevServer, path: SignInPath, hasToken: boolean): Promise<string> {
  const { module } = await runnerImport<{ createSignInPages: (assets: SiteAssets) => SignInPages }>(
    '/src/sign-in/create-sign-in-pages.tsx',
    { root: server.config.root, configFile: false, plugins: [lucideIcons()], logLevel: 'warn' },
  );
  const html = module.createSignInPages(SIGN_IN_ASSETS).render({
    path,
    year: new Date().getFullYear(),
    said: null,
    typed: {},
    problems: null,
    secondStep: null,
    email: null,
    hasToken,
    lost: null,
    next: '/account/dashboard',
    providers: [],
    named: null,
  });
  return server.transformIndexHtml(path, html);
}

/** The operator's brand, where the server answers; else the defaults. */
async function readFacts(apiUrl: string): Promise<SiteFacts> {
  const { retention } = DEFAULT_SETTINGS;
  const rest = { year: new Date().getFullYear(), legal: NO_STATEMENTS, retention, coins: [], ratesAt: null };
  try {
    const answer: { data: Brand } = await (await fetch(`${apiUrl}/api/brand`)).json();
    return { ...rest, brand: answer.data };
  } catch {
    return { ...rest, brand: DEFAULT_SETTINGS.brand };
  }
}
