import type { Clock } from '../platform/clock.ts';

/** After how many failures in a row a rail is left alone, and for how long until one payout tries it again. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** Whether a rail is worth trying, judged by its last calls. */
export interface Circuit {
  /**
   * Whether a payout may try the rail now; null: no. After the pause one caller may probe it, and the others wait for
   * another pause, or until the probe went well. An admitted caller calls the returned function when it is done: if a
   * probe has no result by then, the next caller may probe.
   */
  admit(): (() => void) | null;
  /** Milliseconds until the next probe; 0 where a caller would be admitted. */
  reopensInMs(): number;
  /** Answers whether the state changed: the rail was left alone before, or had not been called since the start. */
  succeed(): boolean;
  fail(): void;
}

/**
 * A circuit in this process's memory. Each process finds out for itself, within a few calls. Only the time of those
 * calls is lost, since a rail is asked whether it answers before an instruction leaves; a shared state would add a
 * write to each payout.
 */
export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let isKnown = false;
  let closedAgainAt = 0;
  let isProbed = false;
  const leaveAlone = (): void => {
    closedAgainAt = clock.now().getTime() + OPEN_MS;
  };
  /** No rail is left alone for longer than that, unless the clock was set back. */
  const leftAloneMs = (): number => {
    const left = closedAgainAt - clock.now().getTime();
    return left > OPEN_MS ? 0 : Math.max(0, left);
  };
  const returnProbe = (): void => {
    if (isProbed) closedAgainAt = clock.now().getTime();
    isProbed = false;
  };
  return {
    admit: () => {
      if (failures < FAILURES_TO_OPEN) return () => undefined;
      if (leftAloneMs() > 0) return null;
      leaveAlone();
      isProbed = true;
      return returnProbe;
    },
    reopensInMs: () => (failures < FAILURES_TO_OPEN ? 0 : leftAloneMs()),
    succeed: () => {
      const isNews = !isKnown || failures >= FAILURES_TO_OPEN;
      isKnown = true;
      failures = 0;
      isProbed = false;
      return isNews;
    },
    fail: () => {
      isProbed = false;
      failures += 1;
      if (failures >= FAILURES_TO_OPEN) leaveAlone();
    },
  };
}
