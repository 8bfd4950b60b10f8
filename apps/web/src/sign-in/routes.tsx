import { SIGN_IN_PATHS } from '@kobogate/contract';
import type { RouteObject } from 'react-router';

/** The sign-in pages are documents of the server: navigating to one inside the app loads its document. */
export const authRoutes: RouteObject[] = SIGN_IN_PATHS.map((path) => ({
  path,
  lazy: () => import('./leave-app.tsx'),
}));

/** What the link of an invitation opens, without an account and with one. */
export const joinRoutes: RouteObject[] = ['/join', '/account/join'].map((path) => ({
  path,
  lazy: () => import('./join-page.tsx'),
}));
