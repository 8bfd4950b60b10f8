/** Runs pieces of work one after the other, in the order in which they came. */
export interface Sequence {
  /**
   * Runs the work once all earlier work has ended, whether or not it failed. Throws what the work throws, and throws
   * once it is closed.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Accepts nothing more, and resolves when all accepted work has ended. */
  close(): Promise<void>;
}

/** An empty sequence. `late` makes the error for work that comes after the end. */
export function createSequence(late: () => Error): Sequence {
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  return {
    run: async (work) => {
      if (isClosed) throw late();
      const next = last.then(work);
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      isClosed = true;
      await last;
    },
  };
}
