import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Twenty bytes in hexadecimal, lower case and without 0x, as EIP-55 writes them: with 0x, its checksum in the letters' case. */
export function checksummed(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, at) => ((hash[at] ?? '0') >= '8' ? digit.toUpperCase() : digit));
  return `0x${cased.join('')}`;
}
