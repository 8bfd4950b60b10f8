import { SIGN_IN_PATHS } from '@kobogate/contract';
import type { RouteObject } from 'react-router';

/** The sign-in pages are documents of the server: navigating to one inside the app loads its document. */
export const authRoutes: RouteObject[] = SIGN_IN_PATHS.map((path) => ({
  path,
  lazy: () => import('./leave-app.tsx'),
}));

/** Where a provider that has named a person is linked to the account. */
export const linkRoute: RouteObject = { path: '/account/link', lazy: () => import('./link-page.tsx') };

/** What the link of an invitation opens, without an account and with one. */
export const joinRoutes: RouteObject[] = ['/join', '/account/join'].map((path) => ({
  path,
  lazy: () => import('./join-page.tsx'),
}));
