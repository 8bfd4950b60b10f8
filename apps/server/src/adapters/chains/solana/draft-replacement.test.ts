// Replacements of waiting transactions pay the same by the same nonces, so that the network includes only one of the
// two; where an unknown transaction used a nonce, nothing is paid again.
import type { RefundId } from '@kobogate/contract';
import { mostSolanaFee, type SolanaPlanned } from '@kobogate/plans';
import { keyOf } from '@kobogate/testkit/chains/solana/node.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { dateOf, draftReplacement, type WaitingPayment } from './draft-replacement.ts';

const treasury = { chain: 1, index: 0, address: keyOf('treasury') } as const;
const planned = (at: number, changes: Partial<SolanaPlanned> = {}): SolanaPlanned => ({
  kind: 'solana',
  stage: 1,
  purpose: 'refund',
  asset: 'SOL@solana',
  amount: 5n,
  from: treasury,
  payee: keyOf('payee'),
  payeePlace: null,
  refundId: idFor<RefundId>(`refund ${at}`),
  payer: treasury,
  nonceAccount: keyOf(`nonce ${at}`),
  nonce: keyOf(`value ${at}`),
  opensAccount: false,
  unitPrice: 80_000n,
  ...changes,
});
const waiting = (at: number, changes: Partial<SolanaPlanned> = {}) => ({
  planned: planned(at, changes),
  txid: `tx ${at} ${changes.unitPrice ?? ''}`,
  isMined: false,
  usedBy: null,
});

const draft = (unitPrice: bigint, all: readonly WaitingPayment[], readTo: bigint | null = 100n) =>
  draftReplacement({ unitPrice, readTo }, all);

test('the same payment, the same nonce, at least an eighth more per compute unit', () => {
  expect(draft(1n, [waiting(1)])).toEqual({
    transactions: [planned(1, { unitPrice: 90_001n })],
    notes: [],
    impossible: new Set(),
  });
  expect(draft(200_000n, [waiting(1)])).toMatchObject({ transactions: [{ unitPrice: 200_000n }] });
  expect(dateOf(planned(1))).not.toBe(dateOf(planned(2)));
});

test('of several attempts at one nonce the last one counts', () => {
  const drafted = draft(1n, [waiting(1), waiting(1, { unitPrice: 160_000n })]);
  expect(drafted).toMatchObject({ transactions: [{ unitPrice: 180_001n }] });
});

test('one whose nonce another has used is impossible once the watcher has read what that was, and the others are replaced', () => {
  const used = { ...waiting(2), usedBy: 90n };
  expect(draft(1n, [waiting(1), used], 90n)).toEqual({
    transactions: [planned(1, { unitPrice: 90_001n })],
    notes: [expect.stringMatching(/^1 of them can no longer be included/)],
    impossible: new Set([used.txid]),
  });
  expect(draft(1n, [used], 90n)).toMatchObject({ transactions: [], impossible: new Set([used.txid]) });
  for (const readTo of [89n, null]) {
    expect(draft(1n, [waiting(1), used], readTo)).toEqual({
      refusal: expect.stringMatching(/wait until the watcher has read/),
    });
  }
});

test('nothing is replaced while a block has one of them, or where it would cost too much', () => {
  const mined = { ...waiting(1), usedBy: 90n, isMined: true };
  expect(draft(1n, [mined])).toMatchObject({ refusal: expect.stringMatching(/A block has one/) });
  expect(draft(mostSolanaFee() * 10n, [waiting(1)])).toMatchObject({
    refusal: expect.stringMatching(/Please wait/),
  });
});
