import type { Database } from './database.ts';
import { createSignal } from './signal.ts';

export interface ClaimLoopOptions {
  readonly database: Database;
  /** The topics announced when there may be something to claim: a hint, because polling finds it too. */
  readonly announcements: readonly string[];
  readonly pollMs: number;
  /** Whether there may be something to claim, asked at a poll that nothing has announced; missing: always. */
  readonly isDue?: (() => Promise<boolean>) | undefined;
  /** Claims as much as there is room for and starts it; answers how much. */
  readonly take: () => Promise<number>;
  /** The work that was started and has not ended. */
  readonly atWork: () => Iterable<Promise<unknown>>;
  /** Called when claiming failed; it is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export interface ClaimLoop {
  start(): void;
  /** Stops claiming and resolves when the work under way has ended. It may be started again. */
  stop(): Promise<void>;
  /** Looks now: there is room again, or something to claim. */
  wake(): void;
}

/** Claims due work as long as there is any, and then looks again at every poll and whenever it is woken. */
export function createClaimLoop(options: ClaimLoopOptions): ClaimLoop {
  const { database, announcements, pollMs, isDue, take, atWork, onFailure } = options;
  const signal = createSignal();
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let stopListening: (() => void)[] = [];

  async function look(isWoken: boolean): Promise<number> {
    try {
      return isWoken || isDue === undefined || (await isDue()) ? await take() : 0;
    } catch (error) {
      onFailure(error);
      return 0;
    }
  }

  async function loop(): Promise<void> {
    let isWoken = true;
    while (!stopping.signal.aborted) {
      const seen = signal.count();
      const taken = await look(isWoken);
      // The loops of a process poll at the same moments, so that `isDue` can be asked for all of them together.
      if (taken === 0) await signal.next(seen, pollMs - (performance.now() % pollMs));
      isWoken = taken > 0 || signal.count() !== seen;
    }
    await Promise.all(atWork());
  }

  return {
    start: () => {
      if (running !== undefined) return;
      stopping = new AbortController();
      stopListening = announcements.map((topic) => database.onAnnounced(topic, signal.give));
      running = loop();
    },
    stop: async () => {
      stopping.abort();
      signal.give();
      await running;
      for (const stop of stopListening) stop();
      running = undefined;
    },
    wake: signal.give,
  };
}
