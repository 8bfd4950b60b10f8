import { blake2b } from '@noble/hashes/blake2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/**
 * Polkadot's number in the SS58 registry (https://github.com/paritytech/ss58-registry): its relay chain and Asset Hub.
 */
export const POLKADOT_PREFIX = 0;

const ACCOUNT_BYTES = 32;
const CHECKSUM_BYTES = 2;
const DOMAIN = utf8ToBytes('SS58PRE');

/** An account as SS58 writes it, for a network whose number takes one byte (below 64). */
export function formatSs58(account: Uint8Array, prefix = POLKADOT_PREFIX): string {
  const body = concatBytes(Uint8Array.of(prefix), account);
  return base58.encode(concatBytes(body, checksum(body)));
}

/**
 * The account and network of an SS58 text of 32 bytes; 'broken' where its checksum does not fit, undefined for any
 * other text. Numbers from 64 take two bytes, whose order SS58 mixes; they are only told apart from Polkadot's here.
 */
export function readSs58(text: string): { account: Uint8Array; prefix: number } | 'broken' | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58.decode(text);
  } catch {
    return undefined;
  }
  const first = bytes[0] ?? 0xff;
  const prefixBytes = first < 64 ? 1 : 2;
  if (first >= 128 || bytes.length !== prefixBytes + ACCOUNT_BYTES + CHECKSUM_BYTES) return undefined;
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  if (checksum(body).some((byte, at) => byte !== bytes[body.length + at])) return 'broken';
  return { account: body.slice(prefixBytes), prefix: first };
}

const checksum = (body: Uint8Array): Uint8Array => blake2b(concatBytes(DOMAIN, body)).subarray(0, CHECKSUM_BYTES);
