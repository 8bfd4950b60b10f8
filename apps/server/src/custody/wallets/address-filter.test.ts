// The filter never hides an address of ours, and lets few others through.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAddressFilter } from './address-filter.ts';

const newKey = (): string => `0x${randomBytes(20).toString('hex')}`;

test('every key that was added is let through, and fewer than one other in a hundred, filled to the brim', () => {
  const filter = createAddressFilter(50_000);
  const keys = Array.from({ length: filter.capacity }, newKey);
  for (const key of keys) filter.add(key);
  expect(keys.every((key) => filter.mayHave(key))).toBe(true);
  const others = Array.from({ length: 50_000 }, newKey);
  expect(others.filter((key) => filter.mayHave(key)).length).toBeLessThan(500);
});

test('an empty filter lets nothing through', () => {
  expect(createAddressFilter(10).mayHave(newKey())).toBe(false);
});
