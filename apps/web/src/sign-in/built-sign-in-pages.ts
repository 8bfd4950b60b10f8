import type { SiteAssets } from '../public/document.tsx';
import { createSignInPages } from './create-sign-in-pages.tsx';

/** Filled in by the build. */
declare const SIGN_IN_ASSETS: SiteAssets;

/** The sign-in pages as they are built; `apps/server` imports this module from the web's folder. */
export const signInPages = createSignInPages(SIGN_IN_ASSETS);
