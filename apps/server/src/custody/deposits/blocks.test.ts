// The cursor moves without gaps: each step begins where the last one ended, on blocks that are each other's children.
import { expect, test } from 'vitest';
import { decideRange, decideStart, findCommon, requireLinked, STEP_BLOCKS } from './blocks.ts';

const block = (height: bigint, hash: string, parentHash: string) => ({ height, hash, parentHash, madeAt: new Date(0) });

test('a step reads what comes next and no more than its share', () => {
  expect(decideRange(10n, 10n)).toBeNull();
  expect(decideRange(10n, 11n)).toEqual({ from: 11n, to: 11n });
  expect(decideRange(10n, 1000n)).toEqual({ from: 11n, to: 10n + STEP_BLOCKS });
});

test('a network begins its policy below the head, and never below its first block', () => {
  expect(decideStart(100n, 12)).toBe(88n);
  expect(decideStart(5n, 12)).toBe(0n);
});

test('[D9] a gap, a foreign parent, a missing or an extra block is refused', () => {
  const tip = { height: 10n, hash: 'a' };
  const range = { from: 11n, to: 12n };
  const good = [block(11n, 'b', 'a'), block(12n, 'c', 'b')];
  expect(() => requireLinked(tip, range, good)).not.toThrow();
  expect(() => requireLinked(tip, range, good.slice(0, 1))).toThrow(/left out/);
  expect(() => requireLinked(tip, range, [...good, block(13n, 'd', 'c')])).toThrow(/left out/);
  expect(() => requireLinked(tip, range, [block(11n, 'b', 'x'), block(12n, 'c', 'b')])).toThrow(/does not follow/);
  expect(() => requireLinked(tip, range, [block(11n, 'b', 'a'), block(13n, 'c', 'b')])).toThrow(/does not follow/);
});

test('[D6] the common block is the highest that both have', () => {
  const ours = [block(12n, 'c', 'b'), block(11n, 'b', 'a'), block(10n, 'a', '')];
  expect(findCommon(ours, [block(12n, 'x', 'b'), block(11n, 'b', 'a'), block(10n, 'a', '')])?.height).toBe(11n);
  expect(findCommon(ours, [null, null, block(10n, 'a', '')])?.height).toBe(10n);
  expect(findCommon(ours, [null, null, null])).toBeNull();
});
