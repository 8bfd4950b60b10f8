import { SIGN_IN_PATHS } from '@kobogate/contract';
import type { RouteObject } from 'react-router';

/** The sign-in pages are documents of the server: navigating to one inside the app loads its document. */
export const authRoutes: RouteObject[] = SIGN_IN_PATHS.map((path) => ({
  path,
  lazy: () => import('./leave-app.tsx'),
}));
