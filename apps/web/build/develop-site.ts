import type { Brand, Site, SiteFacts } from '@kobogate/contract';
import { runnerImport, type Plugin, type ViteDevServer } from 'vite';
import type { SiteAssets } from '../src/public/document.tsx';
import { SITE_PATHS } from '../src/public/paths.ts';

// The style comes with the module here, so that a change of either shows at once.
const ASSETS: SiteAssets = { css: '', firstScript: '', module: '/src/public/moving-parts.ts' };

/** In development: draws the public pages from their sources at every request, as the server does from the build. */
export function developSite(apiUrl: string): Plugin {
  return {
    name: 'kobogate-site',
    apply: 'serve',
    configureServer(server) {
      const draw = createDrawing(server, apiUrl);
      server.middlewares.use((request, response, next) => {
        const asked = new URL(request.url ?? '/', 'http://site').pathname;
        const path = SITE_PATHS.find((sitePath) => sitePath === asked);
        if (path === undefined || request.method !== 'GET') return next();
        void draw(path).then(
          (html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
    },
  };
}

function createDrawing(server: ViteDevServer, apiUrl: string): (path: string) => Promise<string> {
  return async (path) => {
    // Not by this server, whose aliases are the browser's: what draws a document is React itself.
    const { module } = await runnerImport<{ createSite: (assets: SiteAssets) => Site }>('/src/public/create-site.tsx', {
      root: server.config.root,
      configFile: false,
      logLevel: 'warn',
    });
    return server.transformIndexHtml(path, module.createSite(ASSETS).render(path, await readFacts(server, apiUrl)));
  };
}

/** What the operator says, where the server answers; the defaults meanwhile. */
async function readFacts(server: ViteDevServer, apiUrl: string): Promise<SiteFacts> {
  const year = new Date().getFullYear();
  try {
    const answer: { data: Brand } = await (await fetch(`${apiUrl}/api/brand`)).json();
    return { brand: answer.data, year };
  } catch {
    const contract = await server.ssrLoadModule('@kobogate/contract');
    return { brand: contract['DEFAULT_SETTINGS'].brand, year };
  }
}
