import type { RouteObject } from 'react-router';

/** What anyone may see without a session. */
export const publicRoutes: RouteObject[] = [
  { path: '/', lazy: () => import('../features/public/landing-page.tsx') },
  { path: '/about', lazy: () => import('../features/public/about-page.tsx') },
  { path: '/contact', lazy: () => import('../features/public/contact-page.tsx') },
  { path: '/support', lazy: () => import('../features/public/support-page.tsx') },
  { path: '/terms', lazy: () => import('../features/public/terms-page.tsx') },
  { path: '/privacy', lazy: () => import('../features/public/privacy-page.tsx') },
  { path: '/aml-kyc', lazy: () => import('../features/public/aml-kyc-page.tsx') },
  { path: '/cookies', lazy: () => import('../features/public/cookies-page.tsx') },
  { path: '/custom-payment/:id', lazy: () => import('../features/payment-links/payment-page.tsx') },
];
