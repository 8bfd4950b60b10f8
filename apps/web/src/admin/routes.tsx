import { Navigate, type RouteObject } from 'react-router';
import { NO_SUCH_PAGE } from '../app/guard.tsx';
import { ContentError } from '../app/route-error.tsx';

/** The administrators' area, behind the guard that asks for the role. */
export const adminRoutes: RouteObject[] = [
  {
    path: '/admin',
    lazy: () => import('./admin-shell.tsx'),
    children: [
      {
        errorElement: <ContentError />,
        lazy: () => import('./role-gate.tsx'),
        children: [
          { index: true, element: <Navigate to="/admin/dashboard" replace /> },
          { path: 'dashboard', lazy: () => import('./overview/admin-dashboard-page.tsx') },
          { path: 'users', lazy: () => import('./users/users-page.tsx') },
          { path: 'users/:id', lazy: () => import('./users/user-page.tsx') },
          { path: 'products', lazy: () => import('./products/products-page.tsx') },
          { path: 'networks', lazy: () => import('./networks/networks-page.tsx') },
          { path: 'refunds', lazy: () => import('./refunds/refunds-page.tsx') },
          { path: 'treasury', lazy: () => import('./treasury/treasury-page.tsx') },
          { path: 'treasury/:id', lazy: () => import('./treasury/plan-page.tsx') },
          { path: 'reports', lazy: () => import('./reports/reports-page.tsx') },
          { path: 'reconciliation', lazy: () => import('./reconciliation/reconciliations-page.tsx') },
          { path: 'reconciliation/:id', lazy: () => import('./reconciliation/reconciliation-page.tsx') },
          { path: 'recovery', lazy: () => import('./recovery/recovery-page.tsx') },
          { path: 'team', lazy: () => import('./team/team-page.tsx') },
          { path: 'audit', lazy: () => import('./audit/audit-page.tsx') },
          { path: 'settings', lazy: () => import('./settings/settings-page.tsx') },
          { path: '*', handle: NO_SUCH_PAGE, lazy: () => import('../app/not-found-page.tsx') },
        ],
      },
    ],
  },
];
