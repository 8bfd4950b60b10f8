import { createBrowserRouter, type RouteObject } from 'react-router';
import { WaitOverlay } from '../ui/overlay.tsx';
import { accountRoutes } from '../account/routes.tsx';
import { adminRoutes } from '../admin/routes.tsx';
import { authRoutes, joinRoutes, linkRoute } from '../sign-in/routes.tsx';
import { RootLayout } from './root-layout.tsx';
import { RouteError } from './route-error.tsx';

const notFound: RouteObject = { path: '*', lazy: () => import('./not-found-page.tsx') };

// `DEV` is the constant false in a build, which then leaves the page's code out.
const forDevelopers: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/styleguide', lazy: () => import('../styleguide/styleguide-page.tsx') }]
  : [];

/**
 * Every address of the app. Each page is its own chunk. Public pages are not among them: the server
 * sends those as whole documents.
 */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <WaitOverlay />,
    children: [
      {
        lazy: () => import('./session-layout.tsx'),
        children: [...authRoutes, ...joinRoutes, linkRoute, ...accountRoutes, ...adminRoutes],
      },
      ...forDevelopers,
      notFound,
    ],
  },
];

/** The router over `routes`. */
export const createRouter = (): ReturnType<typeof createBrowserRouter> => createBrowserRouter(routes);
