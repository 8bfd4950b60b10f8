import type { SiteAssets } from '../public/document.tsx';
import { createSignInPages } from './create-sign-in-pages.tsx';

/** Put in by the build. */
declare const SIGN_IN_ASSETS: SiteAssets;

/** The pages on the way in as they are built; `apps/server` imports this module from the web's folder. */
export const signInPages = createSignInPages(SIGN_IN_ASSETS);
