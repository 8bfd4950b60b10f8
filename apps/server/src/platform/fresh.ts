import type { Clock } from './clock.ts';

/** A cached value that is read again once it is too old. */
export interface Fresh<Value> {
  (): Promise<Value>;
  /** Makes the next call read again. */
  forget(): void;
}

/** Reads a value at most once in `milliseconds`; calls during a read share its answer. A failed read is not cached. */
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
