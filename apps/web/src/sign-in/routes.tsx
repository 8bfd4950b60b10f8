import type { RouteObject } from 'react-router';

/** Coming in: sign-up, verification, login and the way back from a forgotten password. */
export const authRoutes: RouteObject[] = [
  { path: '/login', lazy: () => import('./login-page.tsx') },
  { path: '/signup', lazy: () => import('./signup-page.tsx') },
  { path: '/verify-otp', lazy: () => import('./verify-otp-page.tsx') },
  { path: '/forgot-password', lazy: () => import('./forgot-password-page.tsx') },
  { path: '/forgotten-password', lazy: () => import('./request-reset-page.tsx') },
  { path: '/reset-password', lazy: () => import('./reset-password-page.tsx') },
];
