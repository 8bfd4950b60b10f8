let words = '';
const listeners = new Set<() => void>();

/** Has screen readers say something, in its turn, where a page shows it by coming, changing or going. */
export function announce(text: string): void {
  // The same again is a change to nobody: a space makes it one.
  words = text === words ? `${text}\u00a0` : text;
  for (const tell of listeners) tell();
}

/** What was said last, for what says it. */
export const announced = (): string => words;

/** Calls `listener` whenever something is to be said; returns the way to stop it. */
export function onAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
