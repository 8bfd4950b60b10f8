import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { solanaAddress } from '@kobogate/addresses';

const SIGNATURE_BYTES = 64;
/** The key itself is at the end of its wrapping. */
const KEY_BYTES = 32;

/** A Solana account whose owner is the test. */
export interface SolanaKey {
  readonly address: string;
  /** The transaction with the signature of this account in the first place. */
  sign(transaction: Uint8Array): Uint8Array;
}

/** A new account. */
export function createSolanaKey(): SolanaKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const wrapped = publicKey.export({ format: 'der', type: 'spki' });
  const { address } = solanaAddress(Uint8Array.from(wrapped.subarray(-KEY_BYTES)));
  return { address, sign: (transaction) => signWith(privateKey, transaction) };
}

function signWith(key: KeyObject, transaction: Uint8Array): Uint8Array {
  const start = 1 + SIGNATURE_BYTES;
  if (transaction[0] !== 1) throw new Error('this is no transaction of a single signer');
  const signature = sign(null, transaction.subarray(start), key);
  return Uint8Array.from([1, ...signature, ...transaction.subarray(start)]);
}
