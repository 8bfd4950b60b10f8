import { useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router';
import { keepFocus } from '../lib/keep-focus.ts';
import { Announcer } from '../ui/announcer.tsx';
import { RouteProgress } from './route-progress.tsx';
import { usePageFocus } from './use-page-focus.ts';

/**
 * Around every page: the line that shows a page being fetched, scroll positions kept on the way back, and a focus that
 * goes along with the page and is never lost.
 */
export function RootLayout() {
  usePageFocus();
  useEffect(keepFocus, []);
  return (
    <>
      <RouteProgress />
      <Outlet />
      <ScrollRestoration />
      <Announcer />
    </>
  );
}
