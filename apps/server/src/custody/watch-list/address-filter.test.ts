// The filter never hides an address of ours, and lets few others through, however many it holds.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
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

test('whatever the keys are, what a plain set has is let through, also by a filter over a copy of the bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
      const filter = createAddressFilter(1);
      for (const key of keys) filter.add(key);
      const copy = createAddressFilter(filter.capacity, Uint8Array.from(filter.bytes));
      for (const key of new Set(keys)) expect([filter.mayHave(key), copy.mayHave(key)]).toEqual([true, true]);
    }),
  );
});

test('with two million keys no more others are let through than its size allows: their hashes have more than 32 bits', () => {
  const filter = createAddressFilter(2 ** 21);
  // Keys of one form, as addresses are.
  const keyOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;
  for (let number = 0; number < filter.capacity; number += 1) filter.add(keyOf(number));
  const others = 400_000;
  let through = 0;
  for (let number = 0; number < others; number += 1) if (filter.mayHave(keyOf(2 ** 40 + number))) through += 1;
  // Four probes of sixteen bits each: (1 - e^(-4/16))^4. Of 32 bits one in two thousand more is shared with one of the keys.
  const expected = (1 - Math.exp(-4 / 16)) ** 4;
  expect(through / others).toBeLessThan(expected + 0.0002);
});
