import { Navigate, type RouteObject } from 'react-router';
import { NO_SUCH_PAGE } from '../app/guard.tsx';
import { merchantRoutes } from '../merchant/routes.tsx';
import { ContentError } from '../app/route-error.tsx';

/** The signed-in account, behind the guard and inside its shell. */
export const accountRoutes: RouteObject[] = [
  {
    path: '/account',
    lazy: () => import('./account-shell.tsx'),
    children: [
      {
        errorElement: <ContentError />,
        children: [
          { index: true, element: <Navigate to="/account/dashboard" replace /> },
          { path: 'dashboard', lazy: () => import('./dashboard/dashboard-page.tsx') },
          { path: 'notifications', lazy: () => import('./notifications/notifications-page.tsx') },
          { path: 'convert-to-naira', lazy: () => import('./conversions/convert-page.tsx') },
          { path: 'convert-to-naira/history', lazy: () => import('./conversions/history-page.tsx') },
          { path: 'convert-to-naira/statements', lazy: () => import('./statements/statements-page.tsx') },
          { path: 'convert-to-naira/:id', lazy: () => import('./conversions/order-page.tsx') },
          { path: 'receipts/:orderId', lazy: () => import('./receipts/receipt-page.tsx') },
          { path: 'payment-method', lazy: () => import('./bank-accounts/payment-method-page.tsx') },
          { path: 'profile', lazy: () => import('./profile/profile-page.tsx') },
          { path: 'wallets', lazy: () => import('./wallets/wallets-page.tsx') },
          ...merchantRoutes,
          { path: 'settings', lazy: () => import('./settings/settings-page.tsx') },
          { path: '*', handle: NO_SUCH_PAGE, lazy: () => import('../app/not-found-page.tsx') },
        ],
      },
    ],
  },
];
