import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, bech32m } from '@scure/base';
import type { ChainAddress } from '../address-check.ts';

/** How an address locks its coins: to a key's hash (BIP-84), or to a tweaked key (BIP-86). */
export type BitcoinScript = 'segwit' | 'taproot';

const MAIN_NETWORK = 'bc';
/** OP_0, OP_1 and the length of what follows (BIP-141, BIP-341). */
const HEADS = { segwit: '0014', taproot: '5120' } as const;

/** The address of a compressed public key. Its key is the output script in hexadecimal, which nodes give in one way only. */
export function bitcoinAddress(publicKey: Uint8Array, script: BitcoinScript): ChainAddress {
  const program = script === 'segwit' ? ripemd160(sha256(publicKey)) : taprootOutput(publicKey);
  const words = bech32.toWords(program);
  return {
    address:
      script === 'segwit' ? bech32.encode(MAIN_NETWORK, [0, ...words]) : bech32m.encode(MAIN_NETWORK, [1, ...words]),
    addressKey: `${HEADS[script]}${bytesToHex(program)}`,
  };
}

/** BIP-341's output key without a script tree: the internal key, plus the generator times a hash of it. */
function taprootOutput(publicKey: Uint8Array): Uint8Array {
  const internal = publicKey.subarray(1);
  const { taggedHash, lift_x, pointToBytes } = schnorr.utils;
  const tweak = secp256k1.Point.Fn.fromBytes(taggedHash('TapTweak', internal));
  const point = lift_x(secp256k1.Point.Fp.fromBytes(internal));
  return pointToBytes(point.add(secp256k1.Point.BASE.multiply(tweak)));
}
