import { DependencyDown, overloaded } from './errors.ts';
import { placeInTrace } from './tracing.ts';

export type GroupOutcome<Result> = { ok: true; value: Result } | { ok: false; error: unknown };

export interface Group<Item, Result> {
  /** Resolves with the item's own result after its batch has run; rejects with the item's own error. */
  submit(item: Item): Promise<Result>;
}

interface GroupOptions<Item, Result> {
  /** The most items that one batch takes. */
  maxItems: number;
  /** The most items that may wait; one more is refused with 503. */
  maxWaiting?: number;
  /** Runs a batch and answers for each item in the same order. Throwing fails the whole batch. */
  run: (items: Item[]) => Promise<GroupOutcome<Result>[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (value: Result) => void;
  reject: (error: unknown) => void;
  /** Runs a batch as part of this caller's trace. */
  inTrace: <Value>(work: () => Value) => Value;
}

/**
 * Group commit in process: while one batch runs, the next one collects, so that many callers share one round trip and
 * one flush to disk without waiting for a timer. A batch that throws is run again item by item, so that one bad item
 * fails alone.
 */
export function createGroup<Item, Result>(options: GroupOptions<Item, Result>): Group<Item, Result> {
  const { maxItems, maxWaiting = 20_000, run } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;
  let isScheduled = false;

  async function runBatch(batch: Waiting<Item, Result>[]): Promise<void> {
    let outcomes: GroupOutcome<Result>[];
    try {
      const [first] = batch;
      const work = () => run(batch.map(({ item }) => item));
      outcomes = await (first === undefined ? work() : first.inTrace(work));
    } catch (error) {
      // If the dependency did not answer the batch, it would not answer single items either, and they would wait one
      // after the other.
      if (batch.length === 1 || error instanceof DependencyDown) for (const { reject } of batch) reject(error);
      else for (const single of batch) await runBatch([single]);
      return;
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) reject(new Error('a batch gave no outcome for one of its items'));
      else if (outcome.ok) resolve(outcome.value);
      else reject(outcome.error);
    }
  }

  function runWaiting(): void {
    isScheduled = false;
    if (waiting.length === 0 || isRunning) return;
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    isRunning = true;
    void runBatch(batch).finally(() => {
      isRunning = false;
      schedule();
    });
  }

  // setImmediate lets the callers of this same tick join the batch.
  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(runWaiting);
  }

  return {
    submit: (item) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= maxWaiting) {
          reject(overloaded('The server is too busy to take this now. Nothing was done; please try again shortly.'));
          return;
        }
        waiting.push({ item, resolve, reject, inTrace: placeInTrace() });
        schedule();
      }),
  };
}
