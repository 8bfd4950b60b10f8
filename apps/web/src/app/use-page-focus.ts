import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSomethingSaid } from '../lib/said.ts';

// Asked as the app begins: what is left to be said is taken when the first page shows it.
const comesFromSignIn = isSomethingSaid();

/**
 * Takes the focus along to each page that comes after the first, and to the first where it comes after a sign-in. Any
 * other first visit goes without what does it.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(comesFromSignIn ? null : pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const focused = import('../lib/focus-page.ts').then(({ focusPage }) => focusPage()).catch(() => undefined);
    return () => void focused.then((stop) => stop?.());
  }, [pathname]);
}
