// A DOT transfer's bytes are those of Asset Hub's own form, and a signature is read back from those bytes only.
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { type DotTransfer, dotTransferPayload, dotTransferSignature, dotTransferSigned } from './index.ts';
import { ASSET_HUB_GENESIS_HASH } from './polkadot-transaction.ts';

const TRANSFER: DotTransfer = {
  from: new Uint8Array(32).fill(1),
  to: new Uint8Array(32).fill(2),
  amount: 19_800_000_000n,
  nonce: 70,
  specVersion: 2_000_006,
  transactionVersion: 15,
};
const hex = (bytes: Uint8Array): string => bytesToHex(bytes);

test('what is signed is the call, what comes with it, the runtime and the chain', () => {
  expect(hex(dotTransferPayload(TRANSFER))).toBe(
    // The amount takes five bytes: mode 3 with one above four. 70 takes two: mode 1.
    `0a0300${'02'.repeat(32)}0700062c9c04` +
      `00190100000086841e000f000000${ASSET_HUB_GENESIS_HASH}${ASSET_HUB_GENESIS_HASH}00`,
  );
});

test('an extrinsic has its length, its sender, the signature, and the same words', () => {
  const whole = hex(dotTransferSigned(TRANSFER, new Uint8Array(64).fill(9)));
  expect(whole).toBe(`49028400${'01'.repeat(32)}01${'09'.repeat(64)}0019010000000a0300${'02'.repeat(32)}0700062c9c04`);
});

test.each([
  [0n, '00'],
  [63n, 'fc'],
  [64n, '0101'],
  [16_383n, 'fdff'],
  [16_384n, '02000100'],
  [1_073_741_823n, 'feffffff'],
  [1_073_741_824n, '0300000040'],
  [2n ** 64n - 1n, `13${'ff'.repeat(8)}`],
])('an amount of %s is written in as few bytes as SCALE does', (amount, written) => {
  const payload = hex(dotTransferPayload({ ...TRANSFER, amount }));
  expect(payload.slice(2 * 35, 2 * 35 + written.length + 2)).toBe(`${written}00`);
});

test.each<[string, (raw: string) => string]>([
  ['another receiver', (raw) => raw.replace('0202', '0203')],
  ['another sender', (raw) => raw.replace('0101', '0102')],
  ['a byte less', (raw) => raw.slice(0, -2)],
  ['a byte more', (raw) => `${raw}00`],
  ['no bytes', () => '0x'],
])('%s is another transfer', (_name, change) => {
  const signature = new Uint8Array(64).fill(9);
  const raw = `0x${hex(dotTransferSigned(TRANSFER, signature))}`;
  expect(dotTransferSignature(TRANSFER, raw)).toEqual(signature);
  expect(dotTransferSignature(TRANSFER, change(raw))).toBeNull();
});
