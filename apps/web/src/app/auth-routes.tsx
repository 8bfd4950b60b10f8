import type { RouteObject } from 'react-router';

/** Coming in: sign-up, verification, login and the way back from a forgotten password. */
export const authRoutes: RouteObject[] = [
  { path: '/login', lazy: () => import('../features/accounts/login-page.tsx') },
  { path: '/signup', lazy: () => import('../features/accounts/signup-page.tsx') },
  { path: '/verify-otp', lazy: () => import('../features/accounts/verify-otp-page.tsx') },
  { path: '/forgot-password', lazy: () => import('../features/accounts/forgot-password-page.tsx') },
  { path: '/forgotten-password', lazy: () => import('../features/accounts/request-reset-page.tsx') },
  { path: '/reset-password', lazy: () => import('../features/accounts/reset-password-page.tsx') },
];
