import { pbkdf2Sync } from 'node:crypto';
import { numberJunction, polkadotAddress, POLKADOT_PATH, POLKADOT_TREASURY, textJunction } from '@kobogate/addresses';
import { blake2b } from '@noble/hashes/blake2.js';
import { getPublicKey, HDKD, secretFromSeed, sign } from '@scure/sr25519';
import type { AccountKeys, SignerAt } from './family-keys.ts';
import type { Seed } from './seed.ts';

/** Substrate stretches the words' own bits, with BIP-39's parameters, and keeps the first half. */
const ROUNDS = 2048;
const SEED_BYTES = 32;

/**
 * Polkadot's wallets: sr25519 at //kobogate/index, which every Substrate wallet restores from the words and that path.
 */
export function polkadotKeys(seed: Seed): AccountKeys {
  const account = accountOf(seed);
  return {
    family: 'polkadot',
    accountKey: polkadotAddress(getPublicKey(account)).address,
    path: (index) => `${POLKADOT_PATH}/${index}`,
    address: (index) => polkadotAddress(getPublicKey(HDKD.secretSoft(account, numberJunction(index)))),
  };
}

/** The secret of the words themselves, without a path. */
export function polkadotRoot({ entropy }: Seed): Uint8Array {
  return secretFromSeed(pbkdf2Sync(entropy, 'mnemonic', ROUNDS, 64, 'sha512').subarray(0, SEED_BYTES));
}

/** Signs at //kobogate/index (chain 0), and for the treasury at //kobogate/treasury (chain 1). */
export function polkadotSigner(seed: Seed): SignerAt {
  const account = accountOf(seed);
  return (chain, index) => {
    if (chain === 1 && index !== 0) throw new RangeError('Polkadot has one treasury');
    const junction = chain === 1 ? textJunction(POLKADOT_TREASURY) : numberJunction(index);
    // Nonces without randomness: the same words signed again give the same bytes, and so the same transaction.
    const secret = HDKD.secretSoft(account, junction, chanceOf(account, junction));
    return {
      publicKey: getPublicKey(secret),
      sign: (message) => sign(secret, message, chanceOf(secret, message)),
    };
  };
}

const chanceOf = (secret: Uint8Array, words: Uint8Array): Uint8Array =>
  blake2b(Buffer.concat([secret, words]), { dkLen: 32 });

const accountOf = (seed: Seed): Uint8Array => HDKD.secretHard(polkadotRoot(seed), textJunction(POLKADOT_PATH.slice(2)));
