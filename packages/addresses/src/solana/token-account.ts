import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decoded } from '../address-check.ts';

/** Programs of Solana: https://spl.solana.com/token and https://spl.solana.com/associated-token-account. */
const TOKEN_PROGRAM = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const MARKER = utf8ToBytes('ProgramDerivedAddress');
const HIGHEST_BUMP = 255;

/**
 * The address of an owner's account for one mint: the associated token account, which is the first address without a
 * private key that these parts and a falling last byte hash to. Throws where `owner` or `mint` is no base58.
 */
export function associatedTokenAccount(owner: string, mint: string): string {
  const seeds = concatBytes(base58.decode(owner), TOKEN_PROGRAM, base58.decode(mint));
  for (let bump = HIGHEST_BUMP; bump >= 0; bump -= 1) {
    const candidate = sha256(concatBytes(seeds, Uint8Array.of(bump), ASSOCIATED_TOKEN_PROGRAM, MARKER));
    const address = base58.encode(candidate);
    if (!isOnCurve(address)) return address;
  }
  throw new Error('there is no token account for this owner and mint');
}

/**
 * Whether an address could have a private key, read as leniently as Solana itself reads it. Throws where it is no
 * base58.
 */
export function isOnCurve(address: string): boolean {
  const bytes = base58.decode(address);
  return decoded(() => ed25519.Point.fromBytes(bytes, true)) !== undefined;
}
