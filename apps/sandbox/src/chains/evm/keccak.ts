import { keccak_256 } from '@noble/hashes/sha3.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Hex, hexBytes } from './rpc.ts';

/** The Keccak-256 of bytes, or of a text in UTF-8. */
export const keccak = (data: Uint8Array | string): Hex =>
  hexBytes(keccak_256(typeof data === 'string' ? utf8ToBytes(data) : data));
