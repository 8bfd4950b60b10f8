import { crc32 } from 'node:zlib';
import { base58, bech32 } from '@scure/base';
import { decode, type DecodeOptions } from 'cborg';
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
  if (parts === undefined || bytes === undefined) return BROKEN_CHECKSUM;
  // The prefix ends at the last 1: “addr1x1…” has another one, and would be a second spelling of the same address.
  if (parts.prefix !== 'addr') return NOT_ONE;
  // CIP-19: type in the upper four bits, network in the lower; one hash of 28 bytes or two.
  const header = bytes[0] ?? 0xff;
  const [kind, network] = [header >> 4, header & 0x0f];
  if (network !== MAIN_NETWORK) return ofTestNetwork(CHAIN);
  const isBase = kind <= 3 && bytes.length === 1 + 28 + 28;
  const isEnterprise = (kind === 6 || kind === 7) && bytes.length === 1 + 28;
  const address = text.toLowerCase();
  return isBase || isEnterprise ? { address, addressKey: address } : NOT_ONE;
}

const ROOT_BYTES = 28;
/** Keys of a Byron address's attributes: what an old wallet derived it from, and the magic number of a test network. */
const DERIVATION = 1;
const NETWORK_MAGIC = 2;
/** The one form of a value, as wallets write it, with the bytes under tag 24 (CBOR in CBOR) left as they are. */
const STRICTLY: DecodeOptions = {
  strict: true,
  allowIndefinite: false,
  useMaps: true,
  rejectDuplicateMapKeys: true,
  tags: { 24: (readBytes) => readBytes() },
};

/**
 * A Byron address is CBOR: [tag 24 of bytes, unsigned 32-bit CRC-32 of these bytes]. The bytes are again CBOR: [28-byte
 * root, map of attributes, type].
 */
function checkByron(text: string): AddressCheck {
  const looksLikeOne = /^(?:Ae2|DdzFF)/.test(text);
  const outer = text.length > LONGEST ? undefined : decoded((): unknown => decode(base58.decode(text), STRICTLY));
  const [payload, checksum, ...more]: readonly unknown[] = Array.isArray(outer) ? outer : [];
  if (!(payload instanceof Uint8Array) || more.length > 0) return looksLikeOne ? BROKEN_CHECKSUM : NOT_ONE;
  if (crc32(payload) !== checksum) return BROKEN_CHECKSUM;
  const inner = decoded((): unknown => decode(payload, STRICTLY));
  const [root, attributes, kind, ...rest]: readonly unknown[] = Array.isArray(inner) ? inner : [];
  const isRoot = root instanceof Uint8Array && root.length === ROOT_BYTES;
  if (!isRoot || !(attributes instanceof Map) || typeof kind !== 'number' || rest.length > 0) return NOT_ONE;
  if (attributes.has(NETWORK_MAGIC)) return ofTestNetwork(CHAIN);
  return [...attributes.keys()].every((key) => key === DERIVATION) ? { address: text, addressKey: text } : NOT_ONE;
}
