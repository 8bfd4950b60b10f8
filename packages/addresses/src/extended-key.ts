import { HDKey } from '@scure/bip32';
import { AccountKeyError } from './address-source.ts';

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

/**
 * The compressed public keys at 0/index below an account key, and the key's own fingerprint (RIPEMD-160 of SHA-256,
 * hex).
 */
export interface ReceivingKeys {
  readonly fingerprint: string;
  publicKey(index: number): Uint8Array;
  /** Of the treasury, at 1/0. */
  treasuryKey(): Uint8Array;
}

/**
 * Reads an account-level extended public key (BIP-32). Throws `AccountKeyError` in words where it is a private one, is
 * of another network or kind, is broken, or is of another level.
 */
export function readExtendedKey(text: string, rules: ExtendedKeyRules): ReceivingKeys {
  const account = parse(text, rules);
  const receiving = account.deriveChild(RECEIVING);
  const keyAt = (chain: HDKey, index: number): Uint8Array => {
    const { publicKey } = chain.deriveChild(index);
    if (publicKey === null) throw new Error(`there is no key at index ${index}`);
    return publicKey;
  };
  return {
    fingerprint: Buffer.from(account.pubKeyHash ?? []).toString('hex'),
    publicKey: (index) => keyAt(receiving, index),
    treasuryKey: () => keyAt(account.deriveChild(CHANGE), 0),
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
