import { setTimeout as delay } from 'node:timers/promises';

export interface AgainOptions {
  readonly pauseMs: number;
  /** Whether another try may do better after this error. It is asked after each failure, before the pause. */
  readonly isWorthwhile: (error: unknown) => boolean;
}

/**
 * Does `work`, and again after a pause for as long as its failures are worth it; throws the first that is not. The work may
 * have been done where its answer was lost: it must be such that a second time changes nothing.
 */
export async function tryAgain<Result>(
  work: () => Promise<Result>,
  { pauseMs, isWorthwhile }: AgainOptions,
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthwhile(error)) throw error;
    }
    await delay(pauseMs);
  }
}
