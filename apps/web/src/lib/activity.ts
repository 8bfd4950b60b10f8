/** So long after somebody pressed, typed or scrolled, what the page fetches counts as theirs. */
const COUNTS_FOR_MS = 60_000;
/** Somebody who reads or types for this long without any call is told of to the server, which else ends an unused session. */
const TELL_AFTER_MS = 5 * 60_000;

// Opening the page is something that somebody did.
let lastActive = Date.now();
let lastTold = Date.now();
const listeners = new Set<() => void>();

function note(): void {
  lastActive = Date.now();
  if (lastActive - lastTold < TELL_AFTER_MS) return;
  lastTold = lastActive;
  for (const listener of listeners) listener();
}
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove']) {
  document.addEventListener(event, note, { capture: true, passive: true });
}

/** Whether the page itself, and no person, makes the calls of this moment: they keep no session alive. */
export function isInBackground(): boolean {
  const now = Date.now();
  if (now - lastActive > COUNTS_FOR_MS) return true;
  lastTold = now;
  return false;
}

/** Calls `listener` where somebody is at the page though no call has told the server for minutes; returns the way to stop. */
export function onUntoldActivity(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
