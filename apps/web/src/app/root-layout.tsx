import { Outlet, ScrollRestoration } from 'react-router';
import { RouteProgress } from './route-progress.tsx';
import { usePageFocus } from './use-page-focus.ts';

/**
 * Around every page: the line that shows a page being fetched, scroll positions kept on the way back, and a focus that
 * goes along with the page.
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
