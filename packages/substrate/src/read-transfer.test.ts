// The nonce that an extrinsic used up is read whatever it calls: a transaction of ours is recognised by it.
import { compactNumber } from '@polkadot-api/substrate-bindings';
import { expect, test } from 'vitest';
import { joined } from './bytes.ts';
import { readNumber, readTransfer } from './read-transfer.ts';

const from = new Uint8Array(32).fill(1);
/** `transfer_keep_alive` of 5 planck. */
const TRANSFER = [10, 3, 0, ...new Uint8Array(32).fill(2), 5 << 2];

/** Signed by an account, with any era and call. */
function extrinsic(era: number[], { nonce = 300, kind = 1, call = [40, 2, 9, 9, 9] } = {}): Uint8Array {
  const signature = new Uint8Array(kind === 2 ? 65 : 64).fill(7);
  const rest = joined(Uint8Array.of(...era), compactNumber.enc(nonce), Uint8Array.of(0, 0, 0, ...call));
  const body = joined(Uint8Array.of(0x84, 0), from, Uint8Array.of(kind), signature, rest);
  return joined(compactNumber.enc(body.length), body);
}

test('of a transfer of ours it is the one that the transfer has', () => {
  const raw = extrinsic([0], { call: TRANSFER });
  expect(readNumber(raw)).toEqual({ from, nonce: 300 });
  expect(readTransfer(raw)).toMatchObject({ from, nonce: 300, amount: 5n });
});

test('of any other call, valid for a while or for ever, by whichever kind of key, it is read alike', () => {
  for (const raw of [extrinsic([0]), extrinsic([0x85, 0x00]), extrinsic([0x85, 0x00], { kind: 2 })]) {
    expect(readNumber(raw)).toEqual({ from, nonce: 300 });
  }
  expect(readNumber(extrinsic([0x85, 0x00], { nonce: 3 }))).toEqual({ from, nonce: 3 });
});

test('one that no account has signed has none', () => {
  const body = Uint8Array.of(0x04, 3, 0, 1);
  expect(readNumber(joined(compactNumber.enc(body.length), body))).toBeNull();
  expect(() => readNumber(extrinsic([0]).slice(0, 60))).toThrow(/cut off/);
});
