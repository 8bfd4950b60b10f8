import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Takes the focus along to each page that comes after the first. The first visit goes without what does it. */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const focused = import('../lib/focus-page.ts').then(({ focusPage }) => focusPage()).catch(() => undefined);
    return () => void focused.then((stop) => stop?.());
  }, [pathname]);
}
