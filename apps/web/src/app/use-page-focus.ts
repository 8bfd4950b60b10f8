import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isSomethingSaid } from '../lib/said.ts';

// Asked as the app begins: the message left by the last document is taken when the first page shows it.
const comesFromSignIn = isSomethingSaid();

/**
 * Moves the focus to each page after the first, and to the first one where it follows a sign-in. Other
 * first visits do not load the code for it.
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
