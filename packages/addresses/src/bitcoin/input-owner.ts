import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const KEY_LENGTHS: ReadonlySet<number> = new Set([33, 65]);
const MOST_DIRECT_PUSH = 75;
const PUSH_1 = 0x4c;
const PUSH_2 = 0x4d;

const hash160 = (bytes: Uint8Array): string => bytesToHex(ripemd160(sha256(bytes)));
const isKey = (bytes: Uint8Array): boolean =>
  KEY_LENGTHS.has(bytes.length) && (bytes.length === 33 ? bytes[0] === 2 || bytes[0] === 3 : bytes[0] === 4);

/**
 * The output script, in hexadecimal, whose coins a Bitcoin input spends, from what the input itself shows: the key or
 * the script whose hash the output has (P2PKH, P2SH, P2WPKH, P2WSH; BIP-16, BIP-141). Null where it shows neither, as
 * with taproot's key path. A false one could not have been signed, and no earlier transaction has to be looked up.
 * Pure.
 */
export function bitcoinInputScript(scriptSig: Uint8Array, witness: readonly Uint8Array[]): string | null {
  const pushed = lastPush(scriptSig);
  if (scriptSig.length === 0) return witnessScript(witness);
  if (pushed === null) return null;
  // What a P2SH input pushes last is the script itself; a witness program in it is the wrapped kind.
  const isWrapped = witness.length > 0;
  return !isWrapped && isKey(pushed) ? `76a914${hash160(pushed)}88ac` : `a914${hash160(pushed)}87`;
}

function witnessScript(witness: readonly Uint8Array[]): string | null {
  const last = witness.at(-1);
  if (last === undefined) return null;
  if (witness.length === 2 && isKey(last) && last.length === 33) return `0014${hash160(last)}`;
  // One item is a taproot signature; a control block or an annex can't be a script of a P2WSH with its signatures
  // before.
  const isTaproot =
    witness.length === 1 || (last.length >= 33 && (last.length - 33) % 32 === 0 && ((last[0] ?? 0) & 0xfe) === 0xc0);
  return isTaproot || last[0] === 0x50 ? null : `0020${bytesToHex(sha256(last))}`;
}

/** The last thing that a script of pushes pushes, or null where it does something else. */
function lastPush(script: Uint8Array): Uint8Array | null {
  let at = 0;
  let last: Uint8Array | null = null;
  while (at < script.length) {
    const code = script[at] ?? 0;
    const isSmall = code === 0 || (code >= 0x4f && code <= 0x60);
    const head = code === PUSH_1 ? 2 : code === PUSH_2 ? 3 : 1;
    const length =
      code === PUSH_1
        ? (script[at + 1] ?? 0)
        : code === PUSH_2
          ? (script[at + 1] ?? 0) + 256 * (script[at + 2] ?? 0)
          : code <= MOST_DIRECT_PUSH
            ? code
            : 0;
    if (!isSmall && code > PUSH_2) return null;
    last = script.subarray(at + head, at + head + length);
    if (last.length !== length) return null;
    at += head + length;
  }
  return last;
}
