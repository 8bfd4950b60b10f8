import { ed25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import { type AddressSource, AccountKeyError, requireIndex, SOFT_INDEXES } from '../address-source.ts';
import { type ChainAddress, decoded } from '../address-check.ts';
import { type ExtendedPublicKey, softChild } from './bip32-ed25519.ts';
import { formatCardanoAddress, LONGEST } from './encode.ts';

/** The account in CIP-1852. */
export const CARDANO_PATH = "m/1852'/1815'/0'";
/** CIP-5's name of an account's public key, and the one that wallets used before it. */
const PREFIXES = new Set(['acct_xvk', 'xpub']);
/** Roles of CIP-1852: payment keys for others, and the wallet's own change, where the treasury is. */
const EXTERNAL = 0;
const INTERNAL = 1;
/** CIP-19: an address of one key hash and nothing else, on the main network. */
const ENTERPRISE_MAIN = 0x61;

/**
 * Enterprise addresses of Cardano's main network at 0/index below an account's extended public key (CIP-1852). Throws
 * `AccountKeyError` in words for a key that can't be used.
 */
export function cardanoAddressSource(key: string): AddressSource {
  const account = parse(key);
  const external = softChild(account, EXTERNAL);
  return {
    family: 'cardano',
    keyFingerprint: bytesToHex(blake2b(concatBytes(account.publicKey, account.chainCode), { dkLen: 20 })),
    size: SOFT_INDEXES,
    derive: (index) => {
      requireIndex(index, SOFT_INDEXES);
      return cardanoAddress(softChild(external, index).publicKey);
    },
    treasury: () => cardanoAddress(softChild(softChild(account, INTERNAL), 0).publicKey),
  };
}

/** The enterprise address of a payment key: CIP-19's header and the key's BLAKE2b-224. */
export function cardanoAddress(publicKey: Uint8Array): ChainAddress {
  const bytes = concatBytes(Uint8Array.of(ENTERPRISE_MAIN), blake2b(publicKey, { dkLen: 28 }));
  const address = formatCardanoAddress(bytes);
  return { address, addressKey: address };
}

/** An account's extended public key as CIP-5 writes it. */
export function formatCardanoAccount({ publicKey, chainCode }: ExtendedPublicKey): string {
  return bech32.encode('acct_xvk', bech32.toWords(concatBytes(publicKey, chainCode)), LONGEST);
}

function parse(text: string): ExtendedPublicKey {
  if (/^(?:root|acct|addr|stake)?_?(?:xsk|sk)1|^xprv1/i.test(text)) {
    throw new AccountKeyError(
      'The Cardano account key is a private key. Kobogate must never have one: replace it by the public key (acct_xvk1…), and treat the private key as seen by others.',
    );
  }
  const parts = bech32.decodeUnsafe(text, LONGEST);
  const bytes = parts === undefined ? undefined : decoded(() => bech32.fromWords(parts.words));
  if (parts === undefined || bytes === undefined) {
    throw new AccountKeyError('The Cardano account key has a typing error or is cut off: its checksum does not fit.');
  }
  if (!PREFIXES.has(parts.prefix) || bytes.length !== 64) {
    throw new AccountKeyError(
      `The Cardano key must be the account's (${CARDANO_PATH}, acct_xvk1…), and this one is another kind of key.`,
    );
  }
  const publicKey = bytes.slice(0, 32);
  const point = decoded(() => ed25519.Point.fromBytes(publicKey));
  if (point === undefined || point.isSmallOrder()) {
    throw new AccountKeyError('The Cardano account key is not a point of the curve: no wallet makes such a key.');
  }
  return { publicKey, chainCode: bytes.slice(32) };
}
