/** For this long after a press, a key or a scroll, the page's calls count as the user's. */
const COUNTS_FOR_MS = 60_000;
/** A user who reads or types for this long without any call is reported to the server, which ends unused sessions. */
const TELL_AFTER_MS = 5 * 60_000;

// Opening the page is an action of the user.
let lastActive = Date.now();
let lastTold = Date.now();
const listeners = new Set<() => void>();

function note(): void {
  lastActive = Date.now();
  if (lastActive - lastTold < TELL_AFTER_MS) return;
  lastTold = lastActive;
  for (const listener of listeners) listener();
}
// The build draws pages where there is no document.
if (typeof document !== 'undefined') {
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
    document.addEventListener(event, note, { capture: true, passive: true });
  }
}

/** Whether the page itself, and not the user, makes the calls now: they do not keep the session alive. */
export function isInBackground(): boolean {
  const now = Date.now();
  if (now - lastActive > COUNTS_FOR_MS) return true;
  lastTold = now;
  return false;
}

/**
 * Calls `listener` where the user is active although no call has reached the server for minutes; returns the
 * unsubscribe function.
 */
export function onUntoldActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
