import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
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

/** A line along the top edge while the next page's code loads. */
function RouteProgress() {
  const navigation = useNavigation();
  if (navigation.state === 'idle') return null;
  return (
    <progress
      aria-label="Opening the page"
      className="fixed inset-x-0 top-0 z-50 h-1 w-full animate-pulse appearance-none bg-copper"
    />
  );
}
