/** How far a network had been read at a given time. */
export interface Reading {
  /** Milliseconds of a monotonic clock. */
  readonly at: number;
  readonly height: bigint;
  readonly headHeight: bigint;
}

/** Fewer unread blocks than this are normal between two polls. */
const FAR_BEHIND = 50n;
/** A pace over a shorter time does not count. */
const LEAST_MS = 3_000;

/** Whether so much is unread that users should see the progress. Pure. */
export const isFarBehind = ({ height, headHeight }: Reading): boolean => headHeight - height >= FAR_BEHIND;

/**
 * Seconds until the newest block is reached at the pace since `first`, including the blocks that come in that time; null if no
 * pace is known yet, or if the chain grows as fast as it is read. Pure.
 */
export function estimateSecondsLeft(first: Reading, now: Reading): number | null {
  const took = now.at - first.at;
  const gained = now.height - first.height - (now.headHeight - first.headHeight);
  if (took < LEAST_MS || gained <= 0n) return null;
  return Math.ceil((Number(now.headHeight - now.height) * took) / Number(gained) / 1000);
}
