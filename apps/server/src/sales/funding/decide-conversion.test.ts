// Every deposit has one defined outcome: it funds the order that it came for, and the excess stays in the balance.
import type { OrderId } from '@kobogate/contract';
import { orderMade } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conversionWithout, type CountedDeposit, decideConversion } from './decide-conversion.ts';
import type { Order } from '../orders/order.ts';

const NOON = new Date('2026-01-01T12:00:00Z');
const minutes = (count: number): Date => new Date(NOON.getTime() + count * 60_000);

const order = (id: OrderId, amount: bigint, overrides: Partial<Order> = {}): Order =>
  orderMade(NOON, { id, amount, ...overrides });

/** Of a deposit that was known as soon as its block was there, unless it says otherwise. */
const decide = (
  open: readonly Order[],
  deposit: Omit<CountedDeposit, 'knownAt'> & Partial<CountedDeposit>,
  balance: bigint,
) => decideConversion(open, { knownAt: deposit.seenAt, ...deposit }, balance);
const named = (decisions: ReturnType<typeof decideConversion>) =>
  decisions.map(({ order: { id }, funding, counted }) => `${id} ${funding} ${counted}`);

describe('which orders a deposit funds', () => {
  test('[H-4] exact, under and over each have their outcome, and the excess stays in the balance', () => {
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: NOON }, 100n))).toEqual([
      'a funded 100',
    ]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 60n))).toEqual([
      'a underpaid 60',
    ]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 130n, seenAt: NOON }, 130n))).toEqual([
      'a overpaid 130',
    ]);
  });

  test('[D4] dust completes an order, and begins none', () => {
    const dust = { amount: 1n, seenAt: NOON, isDust: true };
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], dust, 1n))).toEqual([]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], dust, 100n))).toEqual(['a funded 1']);
  });

  test('[H-4] a top-up within the lock completes an underpaid order', () => {
    const open = [order(idFor<OrderId>('a'), 100n, { funding: 'underpaid', received: 60n })];
    expect(named(decide(open, { amount: 40n, seenAt: minutes(5) }, 100n))).toEqual(['a funded 40']);
  });

  test('[R1] a deposit or top-up seen after the lock has ended is late, also for an order that was part-paid in time', () => {
    const open = [order(idFor<OrderId>('a'), 100n, { funding: 'underpaid', received: 60n })];
    expect(named(decide(open, { amount: 40n, seenAt: minutes(16) }, 100n))).toEqual(['a late 40']);
  });

  test('[H-4] seen in time is in time, however long the confirmations take', () => {
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: minutes(15) }, 100n))).toEqual([
      'a funded 100',
    ]);
  });

  test('coins that were in the balance before do not make an order overpaid', () => {
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 100n, seenAt: NOON }, 130n))).toEqual([
      'a overpaid 100',
    ]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 70n, seenAt: NOON }, 100n))).toEqual([
      'a funded 70',
    ]);
  });

  test('an order for exactly the deposited amount comes first, else the oldest', () => {
    const open = [order(idFor<OrderId>('old'), 100n), order(idFor<OrderId>('young'), 50n, { createdAt: minutes(1) })];
    expect(named(decide(open, { amount: 50n, seenAt: minutes(2) }, 50n))).toEqual(['young funded 50']);
    expect(named(decide(open, { amount: 150n, seenAt: minutes(2) }, 150n))).toEqual([
      'old funded 100',
      'young funded 50',
    ]);
  });

  test('an order that was made for exactly the coins that had been seen comes after the older ones', () => {
    const [old, young] = [
      order(idFor<OrderId>('old'), 40n),
      order(idFor<OrderId>('young'), 50n, { createdAt: minutes(3) }),
    ];
    expect(named(decide([young, old], { amount: 50n, seenAt: minutes(2) }, 50n))).toEqual([
      'old funded 40',
      'young underpaid 10',
    ]);
    // A block's own time may be before an order that was made before anybody knew of the coins.
    expect(named(decide([young, old], { amount: 50n, seenAt: minutes(2), knownAt: minutes(4) }, 50n))).toEqual([
      'young funded 50',
    ]);
    // Among those that were there before it the exact one is still first.
    expect(named(decide([young, old], { amount: 50n, seenAt: minutes(3) }, 50n))).toEqual(['young funded 50']);
  });

  test('a deposit whose coins an earlier one has used already counts towards nothing', () => {
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 0n))).toEqual([]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 60n, seenAt: NOON }, 10n))).toEqual([
      'a underpaid 10',
    ]);
    expect(named(decide([order(idFor<OrderId>('a'), 100n)], { amount: 130n, seenAt: NOON }, 100n))).toEqual([
      'a funded 100',
    ]);
  });

  test('an ended order is funded only where no order is open in time', () => {
    const ended = order(idFor<OrderId>('ended'), 10n, { funding: 'expired', lockExpiresAt: minutes(-1) });
    const open = order(idFor<OrderId>('open'), 10n);
    expect(named(decide([ended, open], { amount: 30n, seenAt: NOON }, 30n))).toEqual(['open overpaid 30']);
    expect(named(decide([ended], { amount: 10n, seenAt: NOON }, 10n))).toEqual(['ended late 10']);
  });

  test('of ended orders the one that ended last is funded, and no other', () => {
    const ended = [-9, -1, -5].map((end) =>
      order(idFor<OrderId>(`${end}`), 10n, { funding: 'expired', lockExpiresAt: minutes(end) }),
    );
    expect(named(decide(ended, { amount: 25n, seenAt: NOON }, 25n))).toEqual(['-1 late 25']);
  });

  test('a part comes to the oldest of the open orders, in whatever order they are given', () => {
    const open = [2, 1, 3].map((made) =>
      order(idFor<OrderId>(`${made}`), 100n, { createdAt: minutes(made), lockExpiresAt: minutes(20 + made) }),
    );
    expect(named(decide(open, { amount: 60n, seenAt: minutes(5) }, 60n))).toEqual(['1 underpaid 60']);
  });

  test('coins of before are used up by the first orders, and only the rest of this deposit is too much', () => {
    const open = [1, 2].map((made) => order(idFor<OrderId>(`${made}`), 100n, { createdAt: minutes(made) }));
    expect(named(decide(open, { amount: 90n, seenAt: minutes(5) }, 240n))).toEqual(['1 funded 0', '2 overpaid 90']);
    expect(named(decide(open, { amount: 150n, seenAt: minutes(5) }, 180n))).toEqual(['1 funded 70', '2 underpaid 80']);
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
          const decisions = decide(open, { amount, seenAt: NOON }, amount + earlier);
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

describe('a conversion that loses the deposit it counted', () => {
  const lose = (facts: Partial<Order>) => conversionWithout(order(idFor<OrderId>('a'), 100n, facts), 'Its coins left.');

  test('waits for all of its coins again, at its rate; a question about the rate is dropped', () => {
    const facts = { received: 100n, rateAnswer: 'asked', answerBy: minutes(60) } as const;
    const waiting = { status: 'pending', funding: 'awaiting', received: 0n, rateAnswer: null, answerBy: null };
    for (const funding of ['funded', 'overpaid', 'late', 'underpaid'] as const) {
      expect(lose({ ...facts, funding })).toMatchObject({ ...waiting, heldReason: null });
    }
    expect(lose({ ...facts, funding: 'expired' })).toMatchObject({ ...waiting, funding: 'expired' });
  });

  test('is held for an administrator where the policy had cleared it, and stays approved where one had', () => {
    expect(lose({ status: 'processing', funding: 'funded', received: 100n })).toMatchObject({
      status: 'pending',
      heldReason: 'Its coins left.',
    });
    expect(lose({ status: 'approved', funding: 'funded', received: 100n, heldReason: 'Of before.' })).toMatchObject({
      status: 'approved',
      heldReason: 'Of before.',
    });
  });
});
