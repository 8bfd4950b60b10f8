import type { Clock } from '../../platform/clock.ts';

/** After how many failures in a row a rail is left alone, and for how long until one payout tries it again. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** Whether a rail is worth trying, by how its last calls went. */
export interface Circuit {
  /**
   * Whether a payout may try the rail now. When it has been left alone for long enough one caller is let through to
   * probe it, and the others wait for as long again, or until the probe went well.
   */
  admits(): boolean;
  succeed(): void;
  fail(): void;
}

/**
 * A circuit in this process's memory. Each process finds out for itself, within a few calls: nothing is at stake but the
 * time of those calls, since a rail that does not answer is asked before an instruction leaves, so that a state shared by
 * all would only add a write to each payout.
 */
export function createCircuit(clock: Clock): Circuit {
  let failures = 0;
  let closedAgainAt = 0;
  const leaveAlone = (): void => {
    closedAgainAt = clock.now().getTime() + OPEN_MS;
  };
  return {
    admits: () => {
      if (failures < FAILURES_TO_OPEN) return true;
      if (clock.now().getTime() < closedAgainAt) return false;
      leaveAlone();
      return true;
    },
    succeed: () => {
      failures = 0;
    },
    fail: () => {
      failures += 1;
      if (failures >= FAILURES_TO_OPEN) leaveAlone();
    },
  };
}
