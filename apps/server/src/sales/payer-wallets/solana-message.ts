import { writeBase58 } from '@kobogate/addresses';

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** The parts of a signed transaction that show which payment it is for. */
export interface SignedTransaction {
  /** Its first signature in base58: its id. */
  readonly signature: string;
  /** The accounts in the message itself, without those of lookup tables. */
  readonly accounts: ReadonlySet<string>;
}

/** Reads a signed transaction of either form; null where the bytes are not one, or are not signed. Pure. */
export function readSignedTransaction(bytes: Uint8Array): SignedTransaction | null {
  const signatures = readCompact(bytes, 0);
  const signature = bytes.subarray(signatures.end, signatures.end + SIGNATURE_BYTES);
  if (signatures.value === 0 || signature.every((byte) => byte === 0)) return null;
  const message = signatures.end + signatures.value * SIGNATURE_BYTES;
  // The later form is marked by its first bit, before the same header of three bytes.
  const header = ((bytes[message] ?? 0) & 0x80) === 0 ? message : message + 1;
  const keys = readCompact(bytes, header + 3);
  if (keys.value === 0 || bytes.length < keys.end + (keys.value + 1) * KEY_BYTES) return null;
  const keyAt = (index: number): Uint8Array =>
    bytes.subarray(keys.end + index * KEY_BYTES, keys.end + (index + 1) * KEY_BYTES);
  const accounts = Array.from({ length: keys.value }, (_, index) => writeBase58(keyAt(index)));
  return { signature: writeBase58(signature), accounts: new Set(accounts) };
}

function readCompact(bytes: Uint8Array, start: number): { value: number; end: number } {
  const [low = 0, high = 0] = bytes.subarray(start, start + 2);
  // In a transaction of 1,232 bytes no list is long enough for a third length byte.
  return low < 0x80 ? { value: low, end: start + 1 } : { value: (low & 0x7f) | (high << 7), end: start + 2 };
}
