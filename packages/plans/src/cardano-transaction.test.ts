// A Cardano transaction's bytes say what the plan says, and signatures are read back from that exact form only.
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { cardanoBody, cardanoSignatures, cardanoSigned, cardanoSignedBytes, type CardanoPlanned } from './index.ts';

const ADDRESS = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8';
const PLANNED: CardanoPlanned = {
  kind: 'cardano',
  stage: 0,
  inputs: [
    { place: { chain: 0, index: 4, address: ADDRESS }, transaction: 'ab'.repeat(32), index: 2, amount: 5_000_000n },
  ],
  outputs: [
    {
      address: ADDRESS,
      amount: 4_800_000n,
      tokens: [{ unit: `${'07'.repeat(28)}4b6f626f`, amount: 5n }],
      refundId: null,
    },
  ],
  fee: 200_000n,
};
const signed = (byte: number) => ({
  publicKey: new Uint8Array(32).fill(byte),
  signature: new Uint8Array(64).fill(byte),
});

test('a body is a map of coins, outputs and fee, as the ledger has them', () => {
  const key = '619493315cd92eb5d8c4304e67b7e16ae36d61d34502694657811a2c8e';
  expect(bytesToHex(cardanoBody(PLANNED))).toBe(
    `a300d90102818258 20${'ab'.repeat(32)}020181a2 00581d${key} 01821a00493e00 a1581c${'07'.repeat(28)}a1444b6f626f05 021a00030d40`.replaceAll(
      ' ',
      '',
    ),
  );
});

test('a body that expires names the first slot that can’t have it, after its fee', () => {
  const expiring = bytesToHex(cardanoBody({ ...PLANNED, invalidHereafter: 150_000_000 }));
  const lasting = bytesToHex(cardanoBody(PLANNED));
  expect(expiring).toBe(`a4${lasting.slice(2)}031a08f0d180`);
});

test('tokens keep the plan’s order, and an amount above 64 bits is refused: planner and signer write the same bytes', () => {
  const [output] = PLANNED.outputs;
  const withTokens = (names: readonly string[], amount = 5n): string => {
    const tokens = names.map((name) => ({ unit: '07'.repeat(28) + name, amount }));
    return bytesToHex(cardanoBody({ ...PLANNED, outputs: output === undefined ? [] : [{ ...output, tokens }] }));
  };
  expect(withTokens(['62', '61'])).toContain('a2416205416105');
  expect(withTokens(['61', '62'])).toContain('a2416105416205');
  expect(withTokens(['61'], 2n ** 64n - 1n)).toContain('a141611bffffffffffffffff');
  expect(() => withTokens(['61'], 2n ** 64n)).toThrow(/larger than allowable range/);
});

test('signatures are read back from the signed transaction, which has the size that was predicted', () => {
  const body = cardanoBody(PLANNED);
  const whole = cardanoSigned(body, [signed(1), signed(2)]);
  expect(whole.length).toBe(cardanoSignedBytes(body, 2));
  expect(cardanoSignatures(body, bytesToHex(whole), 2)).toEqual([signed(1), signed(2)]);
});

test.each<[string, (hex: string) => string]>([
  ['another body', (hex) => hex.replace('abab', 'abac')],
  ['a byte less', (hex) => hex.slice(0, -2)],
  ['a byte more', (hex) => `${hex}00`],
  ['contracts that failed', (hex) => hex.replace(/f5f6$/, 'f4f6')],
  ['what is no bytes', () => 'xyz'],
  ['nothing', () => ''],
])('%s is another transaction', (_name, change) => {
  const body = cardanoBody(PLANNED);
  const hex = bytesToHex(cardanoSigned(body, [signed(1)]));
  expect(cardanoSignatures(body, hex, 1)).not.toBeNull();
  expect(cardanoSignatures(body, change(hex), 1)).toBeNull();
});
