/** A signal that is not missed when it is given while no one waits. */
export interface Signal {
  give(): void;
  /** How often it was given so far; to pass to `next`. */
  count(): number;
  /** Resolves at once if it was given since `seen`, else when it is given next, after `limitMs` at the latest. */
  next(seen: number, limitMs: number): Promise<void>;
}

/** A new signal. One waiter at a time. */
export function createSignal(): Signal {
  let given = 0;
  let wakeUp: (() => void) | undefined;
  return {
    give: () => {
      given += 1;
      wakeUp?.();
    },
    count: () => given,
    next: async (seen, limitMs) => {
      if (given !== seen) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, limitMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wakeUp = undefined;
    },
  };
}
