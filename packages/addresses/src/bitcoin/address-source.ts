import { type AddressSource, requireIndex, SOFT_INDEXES } from '../address-source.ts';
import { readExtendedKey } from '../extended-key.ts';
import { bitcoinAddress, type BitcoinScript } from './encode.ts';

/** The account's path by the script of its addresses: BIP-84, BIP-86. */
export const BITCOIN_PATHS = { segwit: "m/84'/0'/0'", taproot: "m/86'/0'/0'" } as const;

/**
 * Addresses of Bitcoin's main network at 0/index below an account-level extended public key. A key for segwit may be
 * written as zpub or xpub; one for taproot has no prefix of its own (BIP-86) and is an xpub. Throws `AccountKeyError` in words
 * for a key that can't be used.
 */
export function bitcoinAddressSource(key: string, script: BitcoinScript): AddressSource {
  const keys = readExtendedKey(key, {
    chain: 'Bitcoin',
    path: BITCOIN_PATHS[script],
    prefixes: script === 'segwit' ? ['zpub', 'xpub'] : ['xpub'],
  });
  return {
    family: 'bitcoin',
    keyFingerprint: keys.fingerprint,
    size: SOFT_INDEXES,
    derive: (index) => {
      requireIndex(index, SOFT_INDEXES);
      return bitcoinAddress(keys.publicKey(index, 'compressed'), script);
    },
    treasury: () => bitcoinAddress(keys.treasuryKey(), script),
  };
}
