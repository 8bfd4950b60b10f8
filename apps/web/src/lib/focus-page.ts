import { focusPlace, isFocusNowhere } from './focus-place.ts';

/**
 * Puts the focus on the heading of a page that has just come: a screen reader says where it is, and the next Tab goes
 * into the page. A page that takes it itself keeps it; a heading that comes late, or in the place of a loading one, gets
 * it while no control has it. Returns what stops it.
 */
export function focusPage(): () => void {
  let heading: HTMLElement | null = null;
  const focusHeading = (): void => {
    heading = document.querySelector<HTMLElement>('main h1');
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
