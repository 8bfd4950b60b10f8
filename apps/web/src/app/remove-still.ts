/** The still picture of a page in its start document. */
export const STILL_ID = 'still';

/**
 * Takes the start document's still picture away in the moment in which the app has drawn something in its place: not
 * while it shows that it waits, or a frame without content.
 */
export function removeStill(root: Element): void {
  const changes = new MutationObserver(() => {
    if (root.querySelector('[data-waiting], #content:empty') !== null) return;
    document.querySelector(`#${STILL_ID}`)?.remove();
    changes.disconnect();
  });
  changes.observe(root, { childList: true, subtree: true });
}
