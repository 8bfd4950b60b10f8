/** Pieces of work that run one after the other, in the order in which they came. */
export interface Sequence {
  /** Runs the work once all that came before has ended, however it did. Throws what it throws, and once it is closed. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Takes nothing more, and resolves when all that came has ended. */
  close(): Promise<void>;
}

/** Nothing has come yet. `late` is the error of whatever comes after the end. */
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
