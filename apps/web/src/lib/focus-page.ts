import { focusPlace, isFocusNowhere } from './focus-place.ts';

/**
 * Puts the focus on the heading of a new page: a screen reader reads it, and the next Tab goes
 * into the page. A page that sets the focus itself keeps it; a heading that is drawn late, or replaces one that was
 * loading, gets it while no control has it. Returns the function that stops it.
 */
export function focusPage(): () => void {
  let heading: HTMLElement | null = null;
  const focusHeading = (): void => {
    heading = document.querySelector<HTMLElement>('main:not([data-waiting]) h1');
    if (heading !== null) focusPlace(heading);
  };
  if (document.querySelector('main')?.contains(document.activeElement) !== true) focusHeading();
  const changes = new MutationObserver(() => {
    if (heading?.isConnected === true) return;
    if (isFocusNowhere() || document.activeElement?.matches('main') === true) focusHeading();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}
