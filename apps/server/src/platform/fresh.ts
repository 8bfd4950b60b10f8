import type { Clock } from './clock.ts';

/** A value that is read anew when it is too old. */
export interface Fresh<Value> {
  (): Promise<Value>;
  /** Makes the next call read anew. */
  forget(): void;
}

/**
 * Reads a value that many ask for, at most once in `milliseconds`; whoever asks meanwhile gets the same answer. A read
 * that failed is not served again.
 */
export function keepFresh<Value>(
  clock: Clock,
  milliseconds: number,
  read: (now: Date) => Promise<Value>,
): Fresh<Value> {
  let kept: { readAt: number; value: Promise<Value> } | null = null;
  function get(): Promise<Value> {
    const now = clock.now();
    if (kept === null || Math.abs(now.getTime() - kept.readAt) >= milliseconds) {
      const entry = { readAt: now.getTime(), value: read(now) };
      kept = entry;
      entry.value.catch(() => {
        if (kept === entry) kept = null;
      });
    }
    return kept.value;
  }
  return Object.assign(get, {
    forget: () => {
      kept = null;
    },
  });
}
