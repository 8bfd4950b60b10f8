import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/**
 * The address of the account that `base` can make for each `seed` without a key of that account, owned by `program`
 * (`Pubkey::create_with_seed`). Throws where `base` or `program` is no base58. Pure.
 */
export function solanaAddressWithSeed(base: string, seed: string, program: string): string {
  return base58.encode(sha256(concatBytes(base58.decode(base), utf8ToBytes(seed), base58.decode(program))));
}
