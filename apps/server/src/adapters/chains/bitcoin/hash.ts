import { createHash } from 'node:crypto';

const WRITTEN = /^[0-9a-f]{64}$/;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Bitcoin's hash of blocks and transactions: SHA-256 twice. */
export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes));

/** Whether a value is such a hash, as nodes and explorers write it. */
export const isHash = (value: unknown): value is string => typeof value === 'string' && WRITTEN.test(value);

/** A hash as nodes and explorers write it: its bytes in reverse order, in hexadecimal. */
export const displayed = (hash: Uint8Array): string => Buffer.from(Uint8Array.from(hash).toReversed()).toString('hex');

/**
 * The root of a block's Merkle tree over its transactions' hashes; null where two neighbours are equal: such a list has
 * the same root as another, shorter one (CVE-2012-2459).
 */
export function merkleRoot(leaves: readonly Buffer[]): Buffer | null {
  let row = leaves;
  while (row.length > 1) {
    const next: Buffer[] = [];
    for (let left = 0; left < row.length; left += 2) {
      const first = row[left] ?? Buffer.alloc(0);
      const second = row[left + 1];
      if (second?.equals(first) === true) return null;
      next.push(hash256(Buffer.concat([first, second ?? first])));
    }
    row = next;
  }
  return row[0] ?? null;
}
