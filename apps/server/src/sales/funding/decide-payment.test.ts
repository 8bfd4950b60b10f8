// Four figures alone decide what a deposit means for its payment, and a payer never does worse with more coins than
// with fewer.
import { orderMade } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import type { Order } from '../orders/order.ts';
import {
  type CountedDeposit,
  decideLate,
  decidePayment,
  type PaymentDecision,
  paymentWithout,
} from './decide-payment.ts';

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

test('all of a deposit goes to the merchant’s balance where the payment is declined or covered, or it is dust that completes nothing', () => {
  const deposit = { amount: 10_000n, inTime: 10_000n, isDust: false, tolerance: TOLERANCE };
  const beyond = { kind: 'beyond', released: 10_000n };
  const asked = { status: 'pending', funding: 'awaiting', amount: ASKED, received: 0n } as const;
  expect(decidePayment({ ...asked, status: 'declined' }, deposit)).toEqual(beyond);
  for (const funding of ['funded', 'overpaid', 'late'] as const) {
    expect(decidePayment({ ...asked, funding, received: ASKED }, deposit)).toEqual(beyond);
  }
  expect(decide(0n, { amount: 9n, inTime: 9n, isDust: true })).toEqual({ kind: 'ignored', released: 9n });
  expect(decide(9_985n, { amount: 9n, inTime: 9_994n, isDust: true })).toEqual({ kind: 'short' });
});

test.each([
  [10_000n, { kind: 'covered', released: 0n }],
  [10_007n, { kind: 'covered', released: 7n }],
  [9_990n, { kind: 'short' }],
  [9_989n, { kind: 'part' }],
] as const)('[R1] %s late coins, where 10000 are asked at the rate of the moment', (received, decision) => {
  expect(decideLate(received, ASKED, TOLERANCE)).toEqual(decision);
});

const payment = (facts: Partial<Order>) => orderMade(new Date(0), { kind: 'payment', amount: ASKED, ...facts });

test.each<[string, Partial<Order>, bigint, Partial<Order>]>([
  [
    'declined stays so',
    { status: 'declined', funding: 'funded', received: 10_000n },
    10_000n,
    { funding: 'funded', received: 0n },
  ],
  [
    'with a part less keeps the rest',
    { funding: 'underpaid', received: 700n },
    300n,
    { funding: 'underpaid', received: 400n },
  ],
  [
    'without its only part waits',
    { funding: 'underpaid', received: 700n },
    700n,
    { funding: 'awaiting', received: 0n },
  ],
  [
    'overpaid is so with less',
    { funding: 'overpaid', received: 10_500n },
    200n,
    { funding: 'overpaid', received: 10_300n },
  ],
  [
    'overpaid is funded without the excess',
    { funding: 'overpaid', received: 10_500n },
    500n,
    { funding: 'funded', received: 10_000n },
  ],
  [
    'late stays late without the excess',
    { funding: 'late', received: 10_500n },
    500n,
    { funding: 'late', received: 10_000n },
  ],
  [
    'funded lacks what it lost',
    { funding: 'funded', received: 10_000n },
    1n,
    { funding: 'underpaid', received: 9_999n },
  ],
  [
    'funded by one deposit waits for all',
    { funding: 'funded', received: 10_000n },
    10_000n,
    { funding: 'awaiting', received: 0n },
  ],
])('a payment that loses a deposit: %s', (_what, facts, lost, now) => {
  expect(paymentWithout(payment(facts), lost)).toEqual({ ...payment(facts), ...now });
});

test('a payment that loses its coins is looked at again where the policy had cleared it, and not where an administrator had', () => {
  const facts = { funding: 'funded', received: 10_000n } as const;
  expect(paymentWithout(payment({ ...facts, status: 'processing' }), 1n).status).toBe('pending');
  expect(paymentWithout(payment({ ...facts, status: 'approved' }), 1n).status).toBe('approved');
});
