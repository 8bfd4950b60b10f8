import { useEffect } from 'react';

/** Calls `open` at Ctrl-K and ⌘K, except while a dialog is open. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isKey =
        event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey) return;
      // Also in a dialog: there it would be the browser’s own search.
      event.preventDefault();
      if (document.querySelector('[role=dialog]') === null) open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
