import { createHash } from 'node:crypto';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Bitcoin's hash of blocks and transactions: SHA-256 twice. */
export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

/** A hash as people and nodes write it: its bytes in reverse order, in hexadecimal. */
export const displayed = (hash: Uint8Array): string => Buffer.from(Uint8Array.from(hash).toReversed()).toString('hex');

/** The bytes of a hash that is written as people write it. */
export const hashBytes = (text: string): Buffer => Buffer.from(Uint8Array.from(Buffer.from(text, 'hex')).toReversed());

/** The root of a block's Merkle tree; an odd last hash is paired with itself (Bitcoin's own rule). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  let row = leaves;
  while (row.length > 1) {
    const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, index) => index * 2);
    row = pairs.map((left) => {
      const first = row[left] ?? Buffer.alloc(0);
      return hash256(Buffer.concat([first, row[left + 1] ?? first]));
    });
  }
  return row[0] ?? Buffer.alloc(32);
}
