import { createHash, createHmac, pbkdf2Sync } from 'node:crypto';
import { cardanoAddress, CARDANO_PATH, formatCardanoAccount, littleEndian } from '@kobogate/addresses';
import { ed25519 } from '@noble/curves/ed25519.js';
import type { AccountKeys, SignerAt } from './family-keys.ts';
import type { Seed } from './seed.ts';

/** An extended private key of BIP32-Ed25519: the scalar, the half that makes signatures' nonces, and the chain code. */
interface ExtendedKey {
  readonly scalar: bigint;
  readonly nonce: bigint;
  readonly chainCode: Uint8Array;
}

const HARDENED = 0x8000_0000;
const ACCOUNT = [1852 + HARDENED, 1815 + HARDENED, HARDENED];
const EXTERNAL = 0;
const INTERNAL = 1;
/** CIP-3, Icarus: how the words' bits are stretched. */
const ROUNDS = 4096;
const MASTER_BYTES = 96;
const TWO_256 = 2n ** 256n;

/** Cardano's wallets since Shelley: CIP-1852 at m/1852'/1815'/0'/0/index, from CIP-3's Icarus master key. */
export function cardanoKeys({ entropy }: Seed): AccountKeys {
  const account = ACCOUNT.reduce(child, icarusMaster(entropy));
  const external = child(account, EXTERNAL);
  return {
    family: 'cardano',
    accountKey: formatCardanoAccount({ publicKey: publicKeyOf(account), chainCode: account.chainCode }),
    path: (index) => `${CARDANO_PATH}/0/${index}`,
    address: (index) => cardanoAddress(publicKeyOf(child(external, index))),
  };
}

/**
 * Signs for the account: chain 0 is CIP-1852's external role, chain 1 its internal one. The signature is Ed25519's (RFC
 * 8032) with the extended key's second half in place of the hash that makes the nonce, as the BIP32-Ed25519 paper has
 * it.
 */
export function cardanoSigner({ entropy }: Seed): SignerAt {
  const account = ACCOUNT.reduce(child, icarusMaster(entropy));
  const chains = [child(account, EXTERNAL), child(account, INTERNAL)] as const;
  return (chain, index) => {
    const key = child(chains[chain], index);
    return { publicKey: publicKeyOf(key), sign: (message) => signWith(key, message) };
  };
}

function signWith(key: ExtendedKey, message: Uint8Array): Uint8Array {
  const { Fn, BASE } = ed25519.Point;
  const reduced = (...parts: readonly Uint8Array[]): bigint =>
    Fn.create(littleEndian(createHash('sha512').update(Buffer.concat(parts)).digest()));
  const once = reduced(bytes32(key.nonce), message);
  const point = BASE.multiply(once).toBytes();
  const challenge = reduced(point, publicKeyOf(key), message);
  return Buffer.concat([point, bytes32(Fn.create(once + challenge * key.scalar))]);
}

function icarusMaster(entropy: Uint8Array): ExtendedKey {
  const key = pbkdf2Sync('', entropy, ROUNDS, MASTER_BYTES, 'sha512');
  // Ed25519's own clamping, and the third highest bit cleared, so that children never overflow.
  key.writeUInt8(key.readUInt8(0) & 0b1111_1000, 0);
  key.writeUInt8((key.readUInt8(31) & 0b0001_1111) | 0b0100_0000, 31);
  return {
    scalar: littleEndian(key.subarray(0, 32)),
    nonce: littleEndian(key.subarray(32, 64)),
    chainCode: key.subarray(64),
  };
}

/** A child, hardened from 2^31 on: D. Khovratovich, J. Law, "BIP32-Ed25519", 2017, in the form that CIP-3 uses. */
function child(parent: ExtendedKey, index: number): ExtendedKey {
  const isHard = index >= HARDENED;
  const material = isHard ? [bytes32(parent.scalar), bytes32(parent.nonce)] : [publicKeyOf(parent)];
  const place = Buffer.alloc(4);
  place.writeUInt32LE(index);
  const hash = (tag: number): Buffer =>
    createHmac('sha512', parent.chainCode)
      .update(Buffer.concat([Uint8Array.of(tag), ...material, place]))
      .digest();
  const moved = hash(isHard ? 0x00 : 0x02);
  return {
    scalar: parent.scalar + 8n * littleEndian(moved.subarray(0, 28)),
    nonce: (parent.nonce + littleEndian(moved.subarray(32))) % TWO_256,
    chainCode: hash(isHard ? 0x01 : 0x03).subarray(32),
  };
}

const publicKeyOf = ({ scalar }: ExtendedKey): Uint8Array =>
  ed25519.Point.BASE.multiply(ed25519.Point.Fn.create(scalar)).toBytes();

function bytes32(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toReversed();
}
