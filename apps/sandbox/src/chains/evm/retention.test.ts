// However often the sandbox is restarted, few snapshots are kept, and one of them is deep enough to reorganise from.
import { expect, test } from 'vitest';
import { isSnapshotDue, snapshotsToKeep } from './retention.ts';

test('a snapshot is due at the start and then every 32 blocks', () => {
  expect(isSnapshotDue([], 1)).toBe(true);
  expect(isSnapshotDue([1], 32)).toBe(false);
  expect(isSnapshotDue([1], 33)).toBe(true);
});

test('a snapshot at every single block leaves at most five, the newest and a deep one among them', () => {
  let kept: number[] = [];
  for (let head = 1; head <= 500; head += 1) {
    kept = snapshotsToKeep([...kept, head], head);
    expect(kept.length).toBeLessThanOrEqual(5);
    expect(kept.at(-1)).toBe(head);
    // In a young chain the first block is the deepest.
    expect(head - (kept[0] ?? head)).toBeGreaterThanOrEqual(Math.min(32, head - 1));
    expect(head - (kept[0] ?? 0)).toBeLessThan(80);
  }
});
