import { readBase58, writeBase58 } from '@kobogate/addresses';

/** An account that an instruction names, and what it may do with it. */
export interface InstructionAccount {
  readonly address: string;
  readonly isWritable?: boolean;
}
export interface Instruction {
  readonly program: string;
  readonly accounts: readonly InstructionAccount[];
  readonly data: Uint8Array;
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** A length as Solana writes it: seven bits a byte, the lowest first. */
function compact(length: number): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compact(length >> 7)];
}

/**
 * A transaction of Solana in its first form (https://solana.com/docs/core/transactions), with an empty place for the
 * signature of `payer`, who is its only signer. Throws where a key or `blockhash` is no base58. Pure.
 */
export function writeTransaction(payer: string, blockhash: string, instructions: readonly Instruction[]): Uint8Array {
  const writable = new Map<string, boolean>([[payer, true]]);
  const programs = instructions.map(({ program }) => ({ address: program, isWritable: false }));
  for (const account of [...instructions.flatMap(({ accounts }) => accounts), ...programs]) {
    writable.set(account.address, (writable.get(account.address) ?? false) || account.isWritable === true);
  }
  // The payer stays first; then those that are written to, then those that are only read.
  const keys = [...writable].toSorted(([, one], [, other]) => Number(other) - Number(one)).map(([key]) => key);
  const readOnly = [...writable.values()].filter((isWritable) => !isWritable).length;
  const index = (address: string): number => keys.indexOf(address);
  const written = instructions.flatMap(({ program, accounts, data }) => [
    Uint8Array.of(index(program), ...compact(accounts.length), ...accounts.map(({ address }) => index(address))),
    Uint8Array.of(...compact(data.length)),
    data,
  ]);
  return Buffer.concat([
    Uint8Array.of(...compact(1)),
    new Uint8Array(SIGNATURE_BYTES),
    Uint8Array.of(1, 0, readOnly, ...compact(keys.length)),
    ...keys.map(readBase58),
    readBase58(blockhash),
    Uint8Array.of(...compact(instructions.length)),
    ...written,
  ]);
}

/** What a signed transaction says of itself, as far as it matters who it is for. */
export interface SignedTransaction {
  /** Its first signature in base58: its name. */
  readonly signature: string;
  /** The accounts that it names itself, without those of lookup tables. */
  readonly accounts: ReadonlySet<string>;
}

/** Reads a signed transaction of either form; null where the bytes are none, or are not signed. Pure. */
export function readSignedTransaction(bytes: Uint8Array): SignedTransaction | null {
  const signatures = readCompact(bytes, 0);
  const signature = bytes.subarray(signatures.end, signatures.end + SIGNATURE_BYTES);
  if (signatures.value === 0 || signature.every((byte) => byte === 0)) return null;
  const message = signatures.end + signatures.value * SIGNATURE_BYTES;
  // The later form says so with its first bit, before the same header of three bytes.
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
  // A transaction of 1,232 bytes has no list that needs a third byte.
  return low < 0x80 ? { value: low, end: start + 1 } : { value: (low & 0x7f) | (high << 7), end: start + 2 };
}
