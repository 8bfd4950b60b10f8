// Four figures alone decide what a deposit means for its payment, and a payer never does worse with more coins than
// with fewer.
import { expect, test } from 'vitest';
import { type CountedDeposit, decidePayment, type PaymentDecision } from './decide-payment.ts';

const ASKED = 10_000n;
const TOLERANCE = 10n;

/** A deposit to a payment of 10,000 units of which `before` are there already. */
function decide(before: bigint, deposit: Partial<CountedDeposit> & Pick<CountedDeposit, 'amount' | 'inTime'>) {
  const order = { status: 'pending', funding: 'awaiting', amount: ASKED, received: before } as const;
  return decidePayment(order, { isDust: false, tolerance: TOLERANCE, ...deposit });
}

test.each<[string, bigint, bigint, bigint, PaymentDecision]>([
  ['all of it in time', 0n, 10_000n, 10_000n, { kind: 'covered', funding: 'funded', released: 0n }],
  ['more than all in time', 0n, 10_400n, 10_400n, { kind: 'covered', funding: 'overpaid', released: 400n }],
  ['short by the tolerance, in time', 0n, 9_990n, 9_990n, { kind: 'short' }],
  ['short by a unit more', 0n, 9_989n, 9_989n, { kind: 'part' }],
  ['all of it, too late', 0n, 10_000n, 0n, { kind: 'late' }],
  ['short by the tolerance, too late', 0n, 9_990n, 0n, { kind: 'late' }],
  ['a rest beyond the tolerance that came late', 9_989n, 11n, 9_989n, { kind: 'late' }],
])('[R1] %s', (_what, before, amount, inTime, decision) => {
  expect(decide(before, { amount, inTime })).toEqual(decision);
});

test('[R1] a tiny rest that came late, whichever of the two is final first, keeps the rate that was held', () => {
  expect(decide(5n, { amount: 9_995n, inTime: 9_995n })).toEqual({ kind: 'covered', funding: 'funded', released: 0n });
  expect(decide(8n, { amount: 9_995n, inTime: 9_995n })).toEqual({
    kind: 'covered',
    funding: 'overpaid',
    released: 3n,
  });
});
