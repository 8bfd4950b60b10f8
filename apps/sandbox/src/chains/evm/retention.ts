/** Blocks between two snapshots, and how deep below the head the base snapshot is. */
export const SNAPSHOT_EVERY = 32;
const CLOSEST = SNAPSHOT_EVERY / 2;

/** Whether the chain has grown enough since its last snapshot (if it has any) to take another. */
export function isSnapshotDue(numbers: readonly number[], head: number): boolean {
  const newest = numbers.at(-1);
  return newest === undefined || head - newest >= SNAPSHOT_EVERY;
}

/**
 * Which snapshots (heights, ascending) to keep: the newest one that is 32 blocks deep, because replaying from it gives the node
 * the states that a reorganisation after a restart needs; above it one in every 16 blocks, one of which becomes the next base;
 * and always the newest.
 */
export function snapshotsToKeep(numbers: readonly number[], head: number): number[] {
  const base = numbers.findLast((number) => number <= head - SNAPSHOT_EVERY) ?? numbers[0];
  const kept: number[] = [];
  for (const number of numbers) {
    if (base === undefined || number < base) continue;
    const last = kept.at(-1);
    if (last === undefined || number - last >= CLOSEST || number === numbers.at(-1)) kept.push(number);
  }
  return kept;
}
