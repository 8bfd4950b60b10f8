// CBOR comes out byte for byte as RFC 8949 says (the examples of its appendix A).
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { type Cbor, encodeCbor, Tagged } from './cbor.ts';

test.each<[Cbor, string]>([
  [0n, '00'],
  [23n, '17'],
  [24n, '1818'],
  [255n, '18ff'],
  [1000n, '1903e8'],
  [1_000_000n, '1a000f4240'],
  [1_000_000_000_000n, '1b000000e8d4a51000'],
  [18_446_744_073_709_551_615n, '1bffffffffffffffff'],
  [-1n, '20'],
  [-1000n, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [Uint8Array.of(1, 2, 3, 4), '4401020304'],
  [[1n, [2n, 3n], [4n, 5n]], '8301820203820405'],
  [
    new Map<Cbor, Cbor>([
      [1n, 2n],
      [3n, 4n],
    ]),
    'a201020304',
  ],
  [new Tagged(1n, 1_363_896_240n), 'c11a514b67b0'],
])('%s is %s', (value, written) => {
  expect(bytesToHex(encodeCbor(value))).toBe(written);
});
