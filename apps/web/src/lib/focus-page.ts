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
  if (!isFocusTaken()) focusHeading();
  const changes = new MutationObserver(() => {
    if (heading?.isConnected === true) return;
    if (isFocusNowhere() || document.activeElement?.matches('main') === true) focusHeading();
  });
  changes.observe(document.body, { childList: true, subtree: true });
  return () => changes.disconnect();
}

/** Whether the focus is in the page already, or in a dialog that was opened meanwhile. */
function isFocusTaken(): boolean {
  const { activeElement } = document;
  return (
    document.querySelector('main')?.contains(activeElement) === true ||
    (activeElement?.closest('[role=dialog]') ?? null) !== null
  );
}
