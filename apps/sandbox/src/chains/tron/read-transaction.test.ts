// The sandbox's TRON node reads a signed transaction to the fields that it was made of, with the signer that ethers finds,
// and refuses bytes that are none.
import { type TronTransfer, tronRawData } from '@kobogate/plans';
import { signTron, tronOwner } from '@kobogate/testkit/chains/tron/tron.ts';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { recoverAddress, sha256 } from 'ethers';
import { expect, test } from 'vitest';
import { readTransaction } from './read-transaction.ts';

const owner = tronOwner(1, 0);
const payee = tronOwner(0, 0);
const transfer = (asset: string): TronTransfer => ({
  asset,
  amount: 2n ** 62n,
  from: owner,
  payee: payee.address,
  refBlock: '00ff',
  refHash: 'ab'.repeat(8),
  expiration: 1_800_000_000_000,
  timestamp: 1_799_999_000_000,
  feeLimit: asset === 'TRX@tron' ? 0n : 15_000_000n,
});
const signedBy = (asset: string, key = owner.privateKey) => signTron(transfer(asset), key);

test.each([
  ['TRX@tron', { type: 'TransferContract', to: payee.addressKey, value: 2n ** 62n, data: '0x' }],
  ['USDT@tron', { type: 'TriggerSmartContract', value: 0n, data: expect.stringMatching(/^0xa9059cbb[0-9a-f]{128}$/) }],
])('%s', (asset, wanted) => {
  const signed = signedBy(asset);
  const raw = tronRawData(transfer(asset));
  const read = readTransaction(`0x${signed}`);
  expect(read).toMatchObject({
    ...wanted,
    id: sha256(raw),
    signed: `0x${signed}`,
    from: owner.addressKey,
    refBlock: 255,
    refHash: `0x${'ab'.repeat(8)}`,
    expiration: 1_800_000_000_000,
    timestamp: 1_799_999_000_000,
    feeLimit: transfer(asset).feeLimit,
    signer: owner.addressKey,
  });
  expect(read.signer).toBe(recoverAddress(sha256(raw), `0x${signed.slice(-130)}`).toLowerCase());
  expect(readTransaction(`0x${signedBy(asset, payee.privateKey)}`).signer).toBe(payee.addressKey);
});

const whole = signedBy('TRX@tron');
const unsigned = whole.slice(0, -134);
const withSignature = (text: string): string =>
  bytesToHex(concatBytes(hexToBytes(unsigned), Uint8Array.of(0x12, text.length / 2), hexToBytes(text)));

test('the parts are where these tests put them', () => {
  expect(withSignature(whole.slice(-130))).toBe(whole);
});

test.each([
  ['nothing', '', /payments and calls of contracts only/],
  ['half a byte', whole.slice(0, -1), /hex/],
  ['its last byte missing', whole.slice(0, -2), /cut off/],
  ['a byte behind it', `${whole}00`, /cut off/],
  ['no signature', unsigned, /65 bytes/],
  ['a signature of 64 bytes', withSignature(whole.slice(-130, -2)), /65 bytes/],
  ['a signature of 66 bytes', withSignature(`${whole.slice(-130)}00`), /65 bytes/],
  ['a signature of zeros', withSignature('00'.repeat(65)), /out of range/],
  ['a signature for a third key', withSignature(`${whole.slice(-130, -2)}1d`), /must be 0, 1, 27 or 28/],
  ['a type that it does not know', whole.replace('080112', '080212'), /payments and calls of contracts only/],
  ['a type that is not its contract’s', whole.replace('080112', '081f12'), /another type than it says/],
  ['text', Buffer.from('no transaction').toString('hex'), /unknown form/],
])('%s is refused', (_name, bytes, why) => {
  expect(() => readTransaction(`0x${bytes}`)).toThrow(why);
});
