import type { Clock } from '../platform/clock.ts';

/** After how many failures in a row a rail is left alone, and for how long until one payout tries it again. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** Whether a rail is worth trying, by how its last calls went. */
export interface Circuit {
  /**
   * Lets a payout try the rail now, or not: null. When it has been left alone for long enough one caller is let through
   * to probe it, and the others wait for as long again, or until the probe went well. Whoever was let through calls the
   * answer when it is done: a probe that has found nothing out by then is the next caller's.
   */
  admit(): (() => void) | null;
  /** Milliseconds until the next probe; 0 where somebody would be let through. */
  reopensInMs(): number;
  /** Answers whether that is news: it was left alone before, or nothing had been known of it since the start. */
  succeed(): boolean;
  fail(): void;
}

/**
 * A circuit in this process's memory. Each process finds out for itself, within a few calls: nothing is at stake but the
 * time of those calls, since a rail that does not answer is asked before an instruction leaves, so that a state shared by
 * all would only add a write to each payout.
 */
export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let isKnown = false;
  let closedAgainAt = 0;
  let isProbed = false;
  const leaveAlone = (): void => {
    closedAgainAt = clock.now().getTime() + OPEN_MS;
  };
  /** Nobody is left alone for longer than that: then the clock was set back meanwhile. */
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
