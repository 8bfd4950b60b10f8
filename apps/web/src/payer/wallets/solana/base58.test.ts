// Guarantee: a signature is shown as the network's explorers write it, with leading zeros.
import { expect, it } from 'vitest';
import { base58Of } from './base58.ts';

// The examples of the base58 draft (draft-msporny-base58-03).
it.each([
  ['Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
])('%s', (text, written) => {
  expect(base58Of(new TextEncoder().encode(text))).toBe(written);
});

it('keeps leading zeros', () => {
  expect(base58Of(Uint8Array.of(0, 0, 0x28, 0x7f, 0xb4, 0xcd))).toBe('11233QC4');
  expect(base58Of(new Uint8Array(3))).toBe('111');
  expect(base58Of(new Uint8Array())).toBe('');
});
