import { type Line, openLine } from '@kobogate/server/src/adapters/chains/line.ts';

/**
 * For tests: the connection to a provider with a clock that only its own waits move, so that a pause that the provider asks for
 * is kept, and takes no time.
 */
export function openQuickLine(url: string): Line {
  let now = 0;
  const pause = (milliseconds: number): Promise<void> => {
    now += milliseconds;
    return Promise.resolve();
  };
  return openLine(url, { time: { now: () => now, pause } });
}
