import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from './log.ts';
import type { Sample } from './metrics.ts';

/** Work that is repeated whether or not anything happened. Several processes may run it at the same time. */
export interface Timer {
  readonly name: string;
  readonly everySeconds: number;
  readonly run: () => Promise<void>;
}

export interface Timers {
  /**
   * Runs each once and then at its interval. Resolves when all have run once, whether or not they failed, and after three
   * seconds at the latest: a timer that waits for a bank or a node that does not answer must not delay the start.
   */
  start(): Promise<void>;
  /** How late each is: how long ago a run of it should have ended well, 0 where none is overdue. */
  measure(): readonly Sample[];
  /** Starts nothing more and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

const LONGEST_FIRST_MS = 3_000;

/**
 * Runs each timer at its own interval, never twice at a time; a failure is logged and tried again at the next interval.
 */
export function createTimers(
  timers: readonly Timer[],
  log: Log,
  longestFirstMs = LONGEST_FIRST_MS,
  now = (): number => performance.now(),
): Timers {
  const begun = now();
  const succeeded = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const underWay = new Map<string, Promise<void>>();
  let isStopped = false;

  function turn(timer: Timer): Promise<void> {
    const work = timer
      .run()
      .then(() => void succeeded.set(timer.name, now()))
      .catch((error: unknown) => log.warn({ err: error, timer: timer.name }, 'a timer failed and will run again'))
      .finally(() => {
        underWay.delete(timer.name);
        if (!isStopped)
          waiting.set(
            timer.name,
            setTimeout(() => void turn(timer), timer.everySeconds * 1000),
          );
      });
    underWay.set(timer.name, work);
    return work;
  }

  return {
    start: async () => {
      const patience = new AbortController();
      const late = delay(longestFirstMs, undefined, { signal: patience.signal }).catch(() => undefined);
      await Promise.race([Promise.all(timers.map(turn)), late]);
      patience.abort();
    },
    measure: () =>
      timers.map(({ name, everySeconds }) => ({
        name: 'kobogate_timer_late_seconds',
        labels: { timer: name },
        value: Math.max(0, (now() - (succeeded.get(name) ?? begun)) / 1000 - everySeconds),
      })),
    stop: async () => {
      isStopped = true;
      for (const timeout of waiting.values()) clearTimeout(timeout);
      await Promise.all(underWay.values());
    },
  };
}
