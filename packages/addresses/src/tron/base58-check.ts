import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/** The first byte of an address of TRON's main network (tronprotocol, "Protocol", addresses). */
const PREFIX = 0x41;
const BYTES = 21;
const CHECKSUM_BYTES = 4;

const checksum = (body: Uint8Array): Uint8Array => sha256(sha256(body)).subarray(0, CHECKSUM_BYTES);

/** An address from its twenty bytes in hexadecimal, with or without 0x: base58 of prefix, bytes and a checksum. Pure. */
export function formatTronAddress(digits: string): string {
  const body = concatBytes(Uint8Array.of(PREFIX), hexToBytes(digits.replace(/^0x/, '')));
  return base58.encode(concatBytes(body, checksum(body)));
}

/**
 * The twenty bytes of an address as 0x and hexadecimal; 'broken' where its checksum does not fit, undefined for any
 * other text. Pure.
 */
export function readTronAddress(text: string): `0x${string}` | 'broken' | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(text);
  } catch {
    return undefined;
  }
  if (bytes.length !== BYTES + CHECKSUM_BYTES) return undefined;
  const body = bytes.subarray(0, BYTES);
  const fits = checksum(body).every((byte, at) => byte === bytes[BYTES + at]);
  // Bitcoin's old addresses have as many bytes: only what begins as TRON's do is one with a typing error.
  if (!fits) return text.startsWith('T') ? 'broken' : undefined;
  return body[0] === PREFIX ? `0x${bytesToHex(body.subarray(1))}` : undefined;
}
