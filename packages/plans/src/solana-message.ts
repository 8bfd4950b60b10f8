import { readBase58 } from '@kobogate/addresses';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/** An account that an instruction names, and what it may do with it. */
export interface SolanaAccount {
  readonly address: string;
  readonly isWritable?: boolean;
  readonly isSigner?: boolean;
}
export interface SolanaInstruction {
  readonly program: string;
  readonly accounts: readonly SolanaAccount[];
  readonly data: Uint8Array;
}

/** What is signed, and by whom: their signatures come in this order. */
export interface SolanaMessage {
  readonly bytes: Uint8Array;
  readonly signers: readonly string[];
}

const SIGNATURE_BYTES = 64;

/** A length as Solana writes it: seven bits a byte, the lowest first. */
function compact(length: number): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, ...compact(length >> 7)];
}

/**
 * The message of a transaction of Solana in its first form (https://solana.com/docs/core/transactions), which `payer`
 * pays for and signs first. `date` is a block's hash or a nonce. Throws where a key or `date` is no base58. Pure.
 */
export function solanaMessage(payer: string, date: string, instructions: readonly SolanaInstruction[]): SolanaMessage {
  const roles = new Map([[payer, { isSigner: true, isWritable: true }]]);
  const programs = instructions.map(({ program }): SolanaAccount => ({ address: program }));
  for (const { address, isSigner, isWritable } of [...instructions.flatMap(({ accounts }) => accounts), ...programs]) {
    const role = roles.get(address) ?? { isSigner: false, isWritable: false };
    roles.set(address, {
      isSigner: role.isSigner || isSigner === true,
      isWritable: role.isWritable || isWritable === true,
    });
  }
  const inOrder = (isSigner: boolean, isWritable: boolean): string[] =>
    [...roles].filter(([, role]) => role.isSigner === isSigner && role.isWritable === isWritable).map(([key]) => key);
  // The payer stays first; among signers and among the others, writable accounts come before read-only ones.
  const groups = [inOrder(true, true), inOrder(true, false), inOrder(false, true), inOrder(false, false)] as const;
  const keys = groups.flat();
  const index = (address: string): number => keys.indexOf(address);
  const written = instructions.flatMap(({ program, accounts, data }) => [
    Uint8Array.of(index(program), ...compact(accounts.length), ...accounts.map(({ address }) => index(address))),
    Uint8Array.of(...compact(data.length)),
    data,
  ]);
  const signers = [...groups[0], ...groups[1]];
  return {
    signers,
    bytes: concatBytes(
      Uint8Array.of(signers.length, groups[1].length, groups[3].length, ...compact(keys.length)),
      ...keys.map(readBase58),
      readBase58(date),
      Uint8Array.of(...compact(instructions.length)),
      ...written,
    ),
  };
}

/** A transaction as nodes take it. Missing `signatures` leave their places empty. Pure. */
export function solanaTransaction(message: SolanaMessage, signatures: readonly Uint8Array[] = []): Uint8Array {
  const places = message.signers.map((_, at) => signatures[at] ?? new Uint8Array(SIGNATURE_BYTES));
  return concatBytes(Uint8Array.of(...compact(places.length)), ...places, message.bytes);
}

/** The signatures in a transaction (hexadecimal) of exactly this message; null for another. Pure. */
export function solanaSignatures(message: SolanaMessage, raw: string): Uint8Array[] | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) return null;
  const bytes = hexToBytes(raw);
  const start = compact(message.signers.length).length;
  const signatures = message.signers.map((_, at) =>
    bytes.slice(start + at * SIGNATURE_BYTES, start + (at + 1) * SIGNATURE_BYTES),
  );
  return bytesToHex(solanaTransaction(message, signatures)) === raw ? signatures : null;
}
