import type { Site } from '@kobogate/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { SiteContext } from './site-context.ts';
import { SiteDocument, type SiteAssets } from './document.tsx';
import { hashSource } from './hash-source.ts';
import { PAGES } from './pages.ts';
import { SITE_PATHS } from './paths.ts';

/** The public pages, to be rendered on a server with the build's files. */
export function createSite(assets: SiteAssets): Site {
  return {
    paths: SITE_PATHS,
    inline: { styles: [hashSource(assets.css)], scripts: [hashSource(assets.firstScript)] },
    render: (path, facts) => {
      const known = SITE_PATHS.find((sitePath) => sitePath === path);
      if (known === undefined) throw new Error(`${path} is no public page`);
      const Page = PAGES[known];
      const page = (
        <SiteDocument assets={assets}>
          <SiteContext value={{ ...facts, path }}>
            <Page />
          </SiteContext>
        </SiteDocument>
      );
      return `<!doctype html>${renderToStaticMarkup(page)}`;
    },
  };
}
