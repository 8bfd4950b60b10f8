// A proven transfer names the signer of its transaction, which identifies our own treasury's payments.
import { expect, test } from 'vitest';
import { prove } from './match.ts';
import { readReceipt } from './read-logs.ts';

test('the sender is the one of the receipt, in lower case', () => {
  const [transaction, blockHash] = [`0x${'a'.repeat(64)}`, `0x${'b'.repeat(64)}`];
  const from = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const receipt = readReceipt({ transactionHash: transaction, blockHash, from, status: '0x1', logs: [] });
  const reported = { transaction, blockHash, asset: 'ETH@ethereum', addressKey: '0x', amount: 1n } as const;
  const proven = prove({ ...reported, origin: { kind: 'payment' } }, receipt ?? undefined);
  expect(proven?.sender).toBe(from.toLowerCase());
});
