import { Navigate, type RouteObject } from 'react-router';
import { NO_SUCH_PAGE } from './guard.tsx';
import { ContentError } from './route-error.tsx';

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
          { path: 'dashboard', lazy: () => import('../features/dashboard/dashboard-page.tsx') },
          { path: 'notifications', lazy: () => import('../features/notifications/notifications-page.tsx') },
          { path: 'convert-to-naira', lazy: () => import('../features/orders/convert-page.tsx') },
          { path: 'convert-to-naira/history', lazy: () => import('../features/orders/history-page.tsx') },
          { path: 'convert-to-naira/statements', lazy: () => import('../features/statements/statements-page.tsx') },
          { path: 'convert-to-naira/:id', lazy: () => import('../features/orders/order-page.tsx') },
          { path: 'receipts/:orderId', lazy: () => import('../features/receipts/receipt-page.tsx') },
          { path: 'payment-method', lazy: () => import('../features/bank-accounts/payment-method-page.tsx') },
          { path: 'profile', lazy: () => import('../features/accounts/profile-page.tsx') },
          { path: 'wallets', lazy: () => import('../features/wallets/wallets-page.tsx') },
          { path: 'payment-link', lazy: () => import('../features/payment-links/links-page.tsx') },
          { path: 'payment-link/new', lazy: () => import('../features/payment-links/edit-link-page.tsx') },
          { path: 'payment-link/:id', lazy: () => import('../features/payment-links/link-page.tsx') },
          {
            path: 'payment-link/:id/payments/:paymentId',
            lazy: () => import('../features/payment-links/link-payment-page.tsx'),
          },
          { path: 'payment-link/:id/edit', lazy: () => import('../features/payment-links/edit-link-page.tsx') },
          { path: 'settings', lazy: () => import('../features/settings/settings-page.tsx') },
          { path: '*', handle: NO_SUCH_PAGE, lazy: () => import('./not-found-page.tsx') },
        ],
      },
    ],
  },
];
