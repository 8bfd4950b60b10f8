import DataLoader from 'dataloader';

/** The most things that one round trip asks for. */
const MOST_AT_ONCE = 500;

/**
 * Reads for all requests of one moment in one round trip. `read` answers for each thing asked for, in the same order, also
 * where one is asked for twice; where it throws, all of them fail. Nothing is kept between moments: an answer was read
 * after it was asked for.
 */
export function createBatchedRead<Asked, Found>(
  read: (asked: readonly Asked[]) => Promise<readonly Found[]>,
): (asked: Asked) => Promise<Found> {
  const loader = new DataLoader<Asked, Found>(read, {
    cache: false,
    maxBatchSize: MOST_AT_ONCE,
    // After all sockets that are readable now: by default the loader waits for one request's callbacks only.
    batchScheduleFn: (look) => {
      setImmediate(look);
    },
  });
  return (asked) => loader.load(asked);
}
