import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { type AddressCheck, BROKEN_CHECKSUM, decoded, notAnAddress, ofTestNetwork } from '../address-check.ts';

const CHAIN = 'Bitcoin mainnet';
const base58check = createBase58check(sha256);
const NOT_ONE = notAnAddress(CHAIN, 'begins with 1, 3, bc1q or bc1p');

/** Version bytes of base58check addresses: https://en.bitcoin.it/wiki/List_of_address_prefixes. */
const KEY_HASH_VERSION = 0x00;
const SCRIPT_HASH_VERSION = 0x05;
const TEST_VERSIONS = new Set([0x6f, 0xc4]);
const HASH_BYTES = 20;

/**
 * Checks an address of Bitcoin's main network: base58check (P2PKH, P2SH), bech32 for witness version 0 (BIP-173),
 * bech32m for version 1 (BIP-350). Later versions are refused: coins sent there can be taken by any user today. Its key
 * is the output script in hexadecimal. Pure.
 */
export function checkBitcoinAddress(text: string): AddressCheck {
  if (/^(?:tb|bcrt)1/i.test(text)) return ofTestNetwork(CHAIN);
  return /^bc1/i.test(text) ? checkSegwit(text) : checkBase58(text);
}

function checkBase58(text: string): AddressCheck {
  if (!/^[123mn][1-9A-HJ-NP-Za-km-z]{24,34}$/.test(text)) return NOT_ONE;
  const bytes = decoded(() => base58check.decode(text));
  if (bytes === undefined) return BROKEN_CHECKSUM;
  const version = bytes[0] ?? -1;
  if (TEST_VERSIONS.has(version)) return ofTestNetwork(CHAIN);
  if (bytes.length !== 1 + HASH_BYTES) return NOT_ONE;
  const hash = bytesToHex(bytes.subarray(1));
  // OP_DUP OP_HASH160 <hash> OP_EQUALVERIFY OP_CHECKSIG, and OP_HASH160 <hash> OP_EQUAL.
  if (version === KEY_HASH_VERSION) return { address: text, addressKey: `76a914${hash}88ac` };
  return version === SCRIPT_HASH_VERSION ? { address: text, addressKey: `a914${hash}87` } : NOT_ONE;
}

function checkSegwit(text: string): AddressCheck {
  const old = bech32.decodeUnsafe(text);
  const parts = old ?? bech32m.decodeUnsafe(text);
  if (parts === undefined) return BROKEN_CHECKSUM;
  // The prefix ends at the last 1: “bc1x1…” has another one, and a checksum of its own.
  if (parts.prefix !== 'bc') return NOT_ONE;
  const [version, ...words] = parts.words;
  const program = decoded(() => bech32.fromWords(words));
  // The checksum's kind belongs to the version: with the other one an insertion can go unseen (BIP-350).
  const isVersion0 = version === 0 && old !== undefined && (program?.length === 20 || program?.length === 32);
  const isTaproot = version === 1 && old === undefined && program?.length === 32;
  if (program === undefined || !(isVersion0 || isTaproot)) return NOT_ONE;
  // OP_0 or OP_1, the program's length, the program.
  const head = [isTaproot ? 0x51 : 0x00, program.length];
  return { address: text.toLowerCase(), addressKey: bytesToHex(Uint8Array.from([...head, ...program])) };
}
