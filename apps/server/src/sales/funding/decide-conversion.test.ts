// Every deposit has one defined outcome: it funds the order that it came for, and the excess stays in the balance.
import type { OrderId, OrderQuoteId, UserId, WalletId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { rateOf } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideConversion } from './decide-conversion.ts';
import type { Order } from '../orders/order.ts';

const NOON = new Date('2026-01-01T12:00:00Z');
const minutes = (count: number): Date => new Date(NOON.getTime() + count * 60_000);

function order(id: OrderId, amount: bigint, overrides: Partial<Order> = {}): Order {
  return {
    id,
    kind: 'conversion',
    userId: idFor<UserId>('u'),
    walletId: idFor<WalletId>('w'),
    addressId: null,
    paymentLinkId: null,
    currency: 'USDT',
    network: 'ethereum',
    asset: 'USDT@ethereum',
    amount,
    rate: rateOf('1600'),
    nairaKobo: toKobo(1n),
    spreadKobo: toKobo(0n),
    orderQuoteId: idFor<OrderQuoteId>('q'),
    lockExpiresAt: minutes(15),
    status: 'pending',
    funding: 'awaiting',
    payout: 'none',
    received: 0n,
    priority: 'low',
    risk: 0,
    riskRules: [],
    bankAccount: {
      accountNumber: '',
      bankCode: '',
      bankName: '',
      accountName: '',
      nameResolution: 'resolved',
      resolvedName: null,
    },
    declineReason: null,
    declineCode: null,
    decisionDueAt: null,
    heldReason: null,
    agreedKobo: toKobo(1n),
    rateAnswer: null,
    answerBy: null,
    version: 1,
    createdAt: NOON,
    updatedAt: NOON,
    ...overrides,
  };
}

const named = (decisions: ReturnType<typeof decideConversion>) =>
  decisions.map(({ order: { id }, funding, counted }) => `${id} ${funding} ${counted}`);

describe('which orders a deposit funds', () => {
  test('[H-4] exact, under and over each have their outcome, and the excess stays in the balance', () => {
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: NOON }, 100n))).toEqual([
      'a funded 100',
    ]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 60n))).toEqual([
      'a underpaid 60',
    ]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 130n, seenAt: NOON }, 130n))).toEqual([
      'a overpaid 130',
    ]);
  });

  test('[D4] dust completes an order, and begins none', () => {
    const dust = { amount: 1n, seenAt: NOON, isDust: true };
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], dust, 1n))).toEqual([]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], dust, 100n))).toEqual(['a funded 1']);
  });

  test('[H-4] a top-up within the lock completes an underpaid order', () => {
    const open = [order(idFor<OrderId>('a'), 100n, { funding: 'underpaid', received: 60n })];
    expect(named(decideConversion(open, { amount: 40n, seenAt: minutes(5) }, 100n))).toEqual(['a funded 40']);
  });

  test('[R1] a deposit or top-up seen after the lock has ended is late, also for an order that was part-paid in time', () => {
    const open = [order(idFor<OrderId>('a'), 100n, { funding: 'underpaid', received: 60n })];
    expect(named(decideConversion(open, { amount: 40n, seenAt: minutes(16) }, 100n))).toEqual(['a late 40']);
  });

  test('[H-4] seen in time is in time, however long the confirmations take', () => {
    expect(
      named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: minutes(15) }, 100n)),
    ).toEqual(['a funded 100']);
  });

  test('coins that were in the balance before do not make an order overpaid', () => {
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: NOON }, 130n))).toEqual([
      'a overpaid 100',
    ]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 70n, seenAt: NOON }, 100n))).toEqual([
      'a funded 70',
    ]);
  });

  test('an order for exactly the deposited amount comes first, else the oldest', () => {
    const open = [order(idFor<OrderId>('old'), 100n), order(idFor<OrderId>('young'), 50n, { createdAt: minutes(1) })];
    expect(named(decideConversion(open, { amount: 50n, seenAt: minutes(2) }, 50n))).toEqual(['young funded 50']);
    expect(named(decideConversion(open, { amount: 150n, seenAt: minutes(2) }, 150n))).toEqual([
      'old funded 100',
      'young funded 50',
    ]);
  });

  test('a deposit whose coins an earlier one has used already counts towards nothing', () => {
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 0n))).toEqual([]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 10n))).toEqual([
      'a underpaid 10',
    ]);
    expect(named(decideConversion([order(idFor<OrderId>('a'), 100n)], { amount: 130n, seenAt: NOON }, 100n))).toEqual([
      'a funded 100',
    ]);
  });

  test('an ended order is funded only where no order is open in time', () => {
    const ended = order(idFor<OrderId>('ended'), 10n, { funding: 'expired', lockExpiresAt: minutes(-1) });
    const open = order(idFor<OrderId>('open'), 10n);
    expect(named(decideConversion([ended, open], { amount: 30n, seenAt: NOON }, 30n))).toEqual(['open overpaid 30']);
    expect(named(decideConversion([ended], { amount: 10n, seenAt: NOON }, 10n))).toEqual(['ended late 10']);
  });

  test('[H-4] never sets aside more than the balance, never counts more than was deposited', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ amount: fc.bigInt(1n, 1000n), lock: fc.integer({ min: -5, max: 5 }) }), { maxLength: 6 }),
        fc.bigInt(1n, 3000n),
        fc.bigInt(0n, 1000n),
        (orders, amount, earlier) => {
          const open = orders.map((item, index) =>
            order(idFor(String(index)), item.amount, { lockExpiresAt: minutes(item.lock), createdAt: minutes(-index) }),
          );
          const decisions = decideConversion(open, { amount, seenAt: NOON }, amount + earlier);
          const setAside = decisions
            .filter(({ funding }) => funding !== 'underpaid')
            .reduce((sum, decision) => sum + decision.order.amount, 0n);
          expect(setAside).toBeLessThanOrEqual(amount + earlier);
          expect(decisions.reduce((sum, { counted }) => sum + counted, 0n)).toBeLessThanOrEqual(amount);
          expect(new Set(decisions.map(({ order: { id } }) => id)).size).toBe(decisions.length);
        },
      ),
    );
  });
});
