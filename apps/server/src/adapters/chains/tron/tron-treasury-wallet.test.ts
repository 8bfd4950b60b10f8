// A signed transaction of TRON counts as the planned one only where ethers, too, finds the planned key in its signature.
import type { RefundId } from '@kobogate/contract';
import { type TronPlanned, tronRawData, tronSigned, tronTransactionId } from '@kobogate/plans';
import { signTron, tronOwner } from '@kobogate/testkit/chains/tron/tron.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { recoverAddress, sha256, toBeHex } from 'ethers';
import { expect, test } from 'vitest';
import { createTronTreasuryWallet } from './tron-treasury-wallet.ts';

const owner = tronOwner(1, 0);
const planned: TronPlanned = {
  kind: 'tron',
  stage: 0,
  purpose: 'refund',
  asset: 'TRX@tron',
  amount: 5n,
  from: { chain: 1, index: 0, address: owner.address },
  payee: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
  payeePlace: null,
  refundId: idFor<RefundId>('r'),
  refBlock: '0001',
  refHash: '00'.repeat(8),
  expiration: 1,
  timestamp: 1,
  feeLimit: 0n,
  fee: 0n,
};
const { identify } = createTronTreasuryWallet({ rpcUrl: 'http://127.0.0.1:9' });
const signature = signTron(planned, owner.privateKey).slice(-130);
const [r, s, v] = [signature.slice(0, 64), signature.slice(64, 128), Number.parseInt(signature.slice(128), 16)];
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const otherS = toBeHex(ORDER - BigInt(`0x${s}`), 32).slice(2);
const byte = (value: number): string => value.toString(16).padStart(2, '0');
const signedWith = (text: string): string => bytesToHex(tronSigned(planned, hexToBytes(text)));
const hash = sha256(tronRawData(planned));

test('the planned key is found in each form of its signature that the network takes; none of them changes the id', async () => {
  expect(recoverAddress(hash, `0x${signature}`).toLowerCase()).toBe(owner.addressKey);
  for (const form of [signature, `${r}${s}${byte(v - 27)}`, `${r}${otherS}${byte(55 - v)}`]) {
    expect(await identify(planned, signedWith(form)), form).toBe(tronTransactionId(planned));
  }
});

test.each([
  ['the other key that fits', `${r}${s}${byte(55 - v)}`],
  ['a third key', `${r}${s}${byte(v + 2)}`],
  ['a key by Ethereum’s chain', `${r}${s}${byte(v + 10)}`],
  ['a signature of zeros', '00'.repeat(65)],
  ['a half of zeros', `${r}${'00'.repeat(32)}${byte(v)}`],
  ['a half beyond the order', `${r}${'ff'.repeat(32)}${byte(v)}`],
  ['a point that is not on the curve', `${'00'.repeat(31)}05${s}${byte(v)}`],
  ['64 bytes', `${r}${s}`],
  ['66 bytes', `${signature}00`],
])('%s is not the planned one', async (_name, text) => {
  expect(await identify(planned, signedWith(text))).toBeNull();
});
