import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { AccountKeyError } from './address-source.ts';

const { Point } = secp256k1;
const INDEX_BYTES = 4;
const TWEAK_BYTES = 32;

/** Depth of the account in m/purpose'/coin'/account' (BIP-44). */
const ACCOUNT_DEPTH = 3;
/** Receiving addresses, as opposed to change. */
const RECEIVING = 0;
/** Where BIP-44 has a wallet's own change: the treasury is there, apart from customers' addresses. */
const CHANGE = 1;

/** Version bytes by prefix: SLIP-132 (https://github.com/satoshilabs/slips/blob/master/slip-0132.md). */
const VERSIONS = {
  xpub: { private: 0x0488ade4, public: 0x0488b21e },
  zpub: { private: 0x04b2430c, public: 0x04b24746 },
} as const;
export type ExtendedKeyPrefix = keyof typeof VERSIONS;

/** The version bytes with which a key of this prefix is written. */
export const versionsOf = (prefix: ExtendedKeyPrefix): { private: number; public: number } => VERSIONS[prefix];

export interface ExtendedKeyRules {
  /** Whose key it is, as in "The EVM account key". */
  readonly chain: string;
  readonly path: string;
  readonly prefixes: readonly ExtendedKeyPrefix[];
}

/** The public keys at 0/index below an account key, and the key's own fingerprint (RIPEMD-160 of SHA-256, hex). */
export interface ReceivingKeys {
  readonly fingerprint: string;
  publicKey(index: number, form: 'compressed' | 'uncompressed'): Uint8Array;
  /** Of the treasury, at 1/0. */
  treasuryKey(): Uint8Array;
}

/**
 * Reads an account-level extended public key (BIP-32). Throws `AccountKeyError` in words where it is a private one, is
 * of another network or kind, is broken, or is of another level.
 */
export function readExtendedKey(text: string, rules: ExtendedKeyRules): ReceivingKeys {
  const account = parse(text, rules);
  const receiving = createChildren(account.deriveChild(RECEIVING));
  const change = createChildren(account.deriveChild(CHANGE));
  return {
    fingerprint: Buffer.from(account.pubKeyHash ?? []).toString('hex'),
    publicKey: (index, form) => receiving(index).toBytes(form === 'compressed'),
    treasuryKey: () => change(0).toBytes(),
  };
}

/**
 * The public children of a key (BIP-32, `CKDpub`). In less than half the time of the library's own: that decodes the parent and
 * the child anew each time, and hides a multiplier that is no secret, as it comes from public keys alone.
 */
function createChildren({ publicKey, chainCode }: HDKey): (index: number) => InstanceType<typeof Point> {
  if (publicKey === null || chainCode === null) throw new Error('an account key without a public key');
  const parent = Point.fromBytes(publicKey);
  return (index) => {
    const place = new Uint8Array(INDEX_BYTES);
    new DataView(place.buffer).setUint32(0, index);
    const tweak = hmac(sha512, chainCode, concatBytes(publicKey, place)).subarray(0, TWEAK_BYTES);
    // A tweak beyond the order of the curve throws, and so does the encoding of a sum of zero: less than once in 2^127 keys.
    return Point.BASE.multiplyUnsafe(Point.Fn.fromBytes(tweak)).add(parent);
  };
}

function parse(text: string, { chain, path, prefixes }: ExtendedKeyRules): HDKey {
  if (/^[a-z]prv/i.test(text)) {
    throw new AccountKeyError(
      `The ${chain} account key is a private key. Kobogate must never have one: replace it by the public key (${prefixes[0]}…), and treat the private key as seen by others.`,
    );
  }
  if (/^[tuv]pub/i.test(text)) {
    throw new AccountKeyError(`The ${chain} account key is one of a test network (${text.slice(0, 4)}…).`);
  }
  const prefix = prefixes.find((known) => text.startsWith(known));
  if (prefix === undefined) {
    throw new AccountKeyError(`The ${chain} account key must begin with ${prefixes.join(' or ')}.`);
  }
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text, VERSIONS[prefix]);
  } catch (cause) {
    throw new AccountKeyError(
      `The ${chain} account key is not an extended public key: it has a typing error or is cut off.`,
      { cause },
    );
  }
  if (key.depth !== ACCOUNT_DEPTH) {
    throw new AccountKeyError(
      `The ${chain} key must be the account's (${path}), and this one is ${key.depth} levels deep instead of 3.`,
    );
  }
  return key;
}
