import { createSite } from './create-site.tsx';
import type { SiteAssets } from './document.tsx';

/** Filled in by the build. */
declare const SITE_ASSETS: SiteAssets;

/** The public pages as they are built; `apps/server` imports this module from the web's folder. */
export const site = createSite(SITE_ASSETS);
