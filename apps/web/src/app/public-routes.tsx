import type { RouteObject } from 'react-router';

/** What anyone may see without a session, beside the pages that the server sends whole (`src/site`). */
export const publicRoutes: RouteObject[] = [
  { path: '/custom-payment/:id', lazy: () => import('../features/payment-links/payment-page.tsx') },
];
