/** How far a network had been read at a moment. */
export interface Reading {
  /** Milliseconds of a clock that only goes forward. */
  readonly at: number;
  readonly height: bigint;
  readonly headHeight: bigint;
}

/** Fewer blocks than this are what a pause between two looks leaves. */
const FAR_BEHIND = 50n;
/** A pace that was kept for less is none. */
const LEAST_MS = 3_000;

/** Whether so much is unread that people should be told how it goes on. Pure. */
export const isFarBehind = ({ height, headHeight }: Reading): boolean => headHeight - height >= FAR_BEHIND;

/**
 * Seconds until the newest block is reached at the pace since `first`, the blocks that come meanwhile included; null where no pace
 * is known yet, or the chain grows as fast as it is read. Pure.
 */
export function estimateSecondsLeft(first: Reading, now: Reading): number | null {
  const took = now.at - first.at;
  const gained = now.height - first.height - (now.headHeight - first.headHeight);
  if (took < LEAST_MS || gained <= 0n) return null;
  return Math.ceil((Number(now.headHeight - now.height) * took) / Number(gained) / 1000);
}
