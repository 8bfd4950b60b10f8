import type { RouteObject } from 'react-router';

/** What a merchant does with payment links, below `/account`. */
export const merchantRoutes: RouteObject[] = [
  { path: 'payment-link', lazy: () => import('./payment-links/links-page.tsx') },
  { path: 'payment-link/payments', lazy: () => import('./settled/settled-page.tsx') },
  { path: 'payment-link/new', lazy: () => import('./payment-links/edit-link-page.tsx') },
  { path: 'payment-link/:id', lazy: () => import('./payment-links/link-page.tsx') },
  {
    path: 'payment-link/:id/payments/:paymentId',
    lazy: () => import('./payment-links/link-payment-page.tsx'),
  },
  { path: 'payment-link/:id/edit', lazy: () => import('./payment-links/edit-link-page.tsx') },
];
