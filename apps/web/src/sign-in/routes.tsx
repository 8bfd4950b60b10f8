import { SIGN_IN_PATHS } from '@kobogate/contract';
import type { RouteObject } from 'react-router';

/** The pages on the way in are documents of the server: a step there from inside the app fetches one. */
export const authRoutes: RouteObject[] = SIGN_IN_PATHS.map((path) => ({
  path,
  lazy: () => import('./leave-app.tsx'),
}));
