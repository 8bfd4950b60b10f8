import type { Database } from './database.ts';
import { createSignal } from './signal.ts';

export interface ClaimLoopOptions {
  readonly database: Database;
  /** What is announced where there may be something to take: a hint, for polling finds it too. */
  readonly announcement: string;
  readonly pollMs: number;
  /** Claims what there is room for and starts it; answers how much. */
  readonly take: () => Promise<number>;
  /** What was started and has not ended. */
  readonly atWork: () => Iterable<Promise<unknown>>;
  /** Told where nothing could be claimed; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export interface ClaimLoop {
  start(): void;
  /** Claims nothing more and resolves when what is under way has ended. It may be started again. */
  stop(): Promise<void>;
  /** Has it look now: there is room again, or something to take. */
  wake(): void;
}

/** Takes what is due as long as there is any, and then looks again at every poll and whenever it is woken. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { database, announcement, pollMs, take, atWork, onFailure } = options;
  const signal = createSignal();
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let stopListening: (() => void) | undefined;

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const seen = signal.count();
      const taken = await take().catch((error: unknown) => {
        onFailure(error);
        return 0;
      });
      if (taken === 0) await signal.next(seen, pollMs);
    }
    await Promise.all(atWork());
  }

  return {
    start: () => {
      if (running !== undefined) return;
      stopping = new AbortController();
      stopListening = database.onAnnounced(announcement, signal.give);
      running = loop();
    },
    stop: async () => {
      stopping.abort();
      signal.give();
      await running;
      stopListening?.();
      running = undefined;
    },
    wake: signal.give,
  };
}
