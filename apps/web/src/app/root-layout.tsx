import { Outlet, ScrollRestoration } from 'react-router';
import { RouteProgress } from './route-progress.tsx';

/** Around every page: the line that shows a page being fetched, and scroll positions kept on the way back. */
export function RootLayout() {
  return (
    <>
      <RouteProgress />
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
