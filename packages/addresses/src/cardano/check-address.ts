import { crc32 } from 'node:zlib';
import { base58, bech32 } from '@scure/base';
import { type AddressCheck, BROKEN_CHECKSUM, decoded, notAnAddress, ofTestNetwork } from '../address-check.ts';
import { LONGEST } from './encode.ts';

const CHAIN = 'Cardano';
const NOT_ONE = notAnAddress(CHAIN, 'begins with addr1, or with Ae2 or DdzFF where it is an old one');
const MAIN_NETWORK = 1;

/**
 * Checks an address of Cardano's main network: bech32 `addr1…` (CIP-19: base and enterprise addresses), or base58 of the
 * Byron era (CBOR with a CRC-32). Stake and pointer addresses are refused: coins are not sent to them. Pure.
 */
export function checkCardanoAddress(text: string): AddressCheck {
  if (/^addr_test1/i.test(text)) return ofTestNetwork(CHAIN);
  if (/^stake1/i.test(text)) {
    return { problem: 'This is a stake address, which collects rewards. Please use the one that begins with addr1.' };
  }
  return /^addr1/i.test(text) ? checkShelley(text) : checkByron(text);
}

function checkShelley(text: string): AddressCheck {
  const parts = bech32.decodeUnsafe(text, LONGEST);
  const bytes = parts === undefined ? undefined : decoded(() => bech32.fromWords(parts.words));
  if (bytes === undefined) return BROKEN_CHECKSUM;
  // CIP-19: type in the upper four bits, network in the lower; one hash of 28 bytes or two.
  const header = bytes[0] ?? 0xff;
  const [kind, network] = [header >> 4, header & 0x0f];
  if (network !== MAIN_NETWORK) return ofTestNetwork(CHAIN);
  const isBase = kind <= 3 && bytes.length === 1 + 28 + 28;
  const isEnterprise = (kind === 6 || kind === 7) && bytes.length === 1 + 28;
  const address = text.toLowerCase();
  return isBase || isEnterprise ? { address, addressKey: address } : NOT_ONE;
}

/**
 * A Byron address is CBOR: [tag 24 of bytes, unsigned 32-bit CRC-32 of these bytes]. The bytes are again CBOR: [28-byte
 * root, map of attributes, type]; on a test network the map has key 2, the network's magic number.
 */
function checkByron(text: string): AddressCheck {
  const bytes = text.length > LONGEST ? undefined : decoded(() => base58.decode(text));
  if (bytes === undefined || !startsWith(bytes, [0x82, 0xd8, 0x18, 0x58])) return NOT_ONE;
  const payload = bytes.subarray(5, 5 + (bytes[4] ?? 0));
  const checksum = bytes.subarray(5 + payload.length);
  if (checksum.length !== 5 || checksum[0] !== 0x1a) return BROKEN_CHECKSUM;
  if (crc32(payload) !== Buffer.from(checksum).readUInt32BE(1)) return BROKEN_CHECKSUM;
  if (!startsWith(payload, [0x83, 0x58, 0x1c])) return NOT_ONE;
  const attributes = payload.subarray(3 + 28);
  const isOfMainNetwork = attributes[0] === 0xa0 || (attributes[0] === 0xa1 && attributes[1] === 0x01);
  return isOfMainNetwork ? { address: text, addressKey: text } : ofTestNetwork(CHAIN);
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
