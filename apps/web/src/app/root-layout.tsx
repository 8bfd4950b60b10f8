import { Outlet, ScrollRestoration } from 'react-router';
import { RouteProgress } from './route-progress.tsx';
import { usePageFocus } from './use-page-focus.ts';

/**
 * Around every page: the line that shows that a page loads, scroll positions restored on the way back, and the focus
 * moved to each new page.
 */
export function RootLayout() {
  usePageFocus();
  return (
    <>
      <RouteProgress />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
