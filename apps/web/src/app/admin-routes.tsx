import { Navigate, type RouteObject } from 'react-router';
import { NO_SUCH_PAGE } from './guard.tsx';
import { ContentError } from './route-error.tsx';

/** The administrators' area, behind the guard that asks for the role. */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    lazy: () => import('./admin-shell.tsx'),
    children: [
      {
        errorElement: <ContentError />,
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'dashboard', lazy: () => import('../features/admin/admin-dashboard-page.tsx') },
          { path: 'users', lazy: () => import('../features/admin-users/users-page.tsx') },
          { path: 'users/:id', lazy: () => import('../features/admin-users/user-page.tsx') },
          { path: 'products', lazy: () => import('../features/products/products-page.tsx') },
          { path: 'refunds', lazy: () => import('../features/admin-refunds/refunds-page.tsx') },
          { path: 'reports', lazy: () => import('../features/reports/reports-page.tsx') },
          { path: 'reconciliation', lazy: () => import('../features/reconciliation/reconciliations-page.tsx') },
          { path: 'reconciliation/:id', lazy: () => import('../features/reconciliation/reconciliation-page.tsx') },
          { path: 'recovery', lazy: () => import('../features/recovery/recovery-page.tsx') },
          { path: 'settings', lazy: () => import('../features/operator-settings/settings-page.tsx') },
          { path: '*', handle: NO_SUCH_PAGE, lazy: () => import('./not-found-page.tsx') },
        ],
      },
    ],
  },
];
