import { useSyncExternalStore } from 'react';

/** From this width on the sidebar is beside the page: Tailwind's `lg`. */
const WIDE = '(min-width: 1024px)';

/**
 * Calls `onChange` whenever the window becomes wide enough for a sidebar, or too narrow; returns the unsubscribe
 * function.
 */
export function onWidthChange(onChange: () => void): () => void {
  const wide = window.matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

/**
 * Whether there is room for a sidebar; a phone then does not draw a hidden one. True where no window is known, for a
 * picture of the page that has to do for each.
 */
export const useWide = (): boolean =>
  useSyncExternalStore(
    onWidthChange,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
