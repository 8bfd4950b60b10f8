import { createHash } from 'node:crypto';
import { type EncodedAccount, getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { SYSTEM_PROGRAM } from './programs.ts';
import type { SolanaTransaction } from './transactions.ts';

/** A nonce account (solana-nonce, `versions.rs`): version, state, authority, value, and what a signature cost then. */
const NONCE_BYTES = 80;
const STATE_AT = 4;
const INITIALISED = 1;
const VALUE_AT = 40;
const VALUE_BYTES = 32;
/** `SystemInstruction::AdvanceNonceAccount`. */
const ADVANCE = 4;

/**
 * The value that a nonce gets when it is used or made on top of a block: the hash of a name and the block's
 * (`DurableNonce`).
 */
export const nonceValue = (blockhash: string): string =>
  getBase58Decoder().decode(
    createHash('sha256')
      .update('DURABLE_NONCE')
      .update(Uint8Array.from(getBase58Encoder().encode(blockhash)))
      .digest(),
  );

/** The value in a nonce account; null for any other account. Pure. */
export function readNonce(account: Pick<EncodedAccount, 'data' | 'programAddress'> | null): string | null {
  if (account?.programAddress !== SYSTEM_PROGRAM || account.data.length !== NONCE_BYTES) return null;
  const bytes = Buffer.from(account.data);
  if (bytes.readUInt32LE(STATE_AT) !== INITIALISED) return null;
  return getBase58Decoder().decode(bytes.subarray(VALUE_AT, VALUE_AT + VALUE_BYTES));
}

/** A nonce account with another value. Pure. */
export function withNonce(account: EncodedAccount, value: string): EncodedAccount {
  const data = Uint8Array.from(account.data);
  data.set(getBase58Encoder().encode(value), VALUE_AT);
  return { ...account, data };
}

/** The nonce account that dates a transaction: its first instruction advances it. Null where a block dates it. Pure. */
export function nonceAccountOf({ instructions, accounts }: SolanaTransaction): string | null {
  const [first] = instructions;
  const [index = -1] = first?.accounts ?? [];
  const isAdvance =
    first !== undefined &&
    accounts[first.programIdIndex]?.address === SYSTEM_PROGRAM &&
    first.data.length === 4 &&
    Buffer.from(first.data).readUInt32LE(0) === ADVANCE;
  return isAdvance ? (accounts[index]?.address ?? null) : null;
}
