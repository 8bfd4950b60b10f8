import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { focusPlace, isFocusNowhere } from '../lib/focus-place.ts';

/**
 * After another page has come, not after the first, the focus is on its heading: a screen reader says where it is, and
 * the next Tab goes into the page. A page that takes it itself keeps it; a heading that comes late, or in the place of a
 * loading one, gets it while nothing else has it.
 */
export function usePageFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    let heading: HTMLElement | null = null;
    const focusHeading = (): void => {
      heading = document.querySelector<HTMLElement>('main h1');
      if (heading !== null) focusPlace(heading);
    };
    if (document.querySelector('main')?.contains(document.activeElement) !== true) focusHeading();
    const changes = new MutationObserver(() => {
      if (isFocusNowhere() && heading?.isConnected !== true) focusHeading();
    });
    changes.observe(document.body, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, [pathname]);
}
