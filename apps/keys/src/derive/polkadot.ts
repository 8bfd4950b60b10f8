import { pbkdf2Sync } from 'node:crypto';
import { numberJunction, polkadotAddress, POLKADOT_PATH } from '@kobogate/addresses';
import { getPublicKey, HDKD, secretFromSeed } from '@scure/sr25519';
import type { AccountKeys } from './family-keys.ts';
import type { Seed } from './seed.ts';

/** Substrate stretches the words' own bits, with BIP-39's parameters, and keeps the first half. */
const ROUNDS = 2048;
const SEED_BYTES = 32;

/** Polkadot's wallets: sr25519 at //kobogate/index, which every Substrate wallet restores from the words and that path. */
export function polkadotKeys(seed: Seed): AccountKeys {
  const account = HDKD.secretHard(polkadotRoot(seed), textJunction(POLKADOT_PATH.slice(2)));
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

/** The chain code of a named step of a path: its length as SCALE writes short ones, its letters, and zeros. */
export function textJunction(name: string): Uint8Array {
  const code = new Uint8Array(32);
  code[0] = name.length << 2;
  code.set(new TextEncoder().encode(name), 1);
  return code;
}
