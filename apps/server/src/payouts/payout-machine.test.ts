// A payout changes its state only by the table; each change that moves naira posts it once, balanced, and updates its
// order; a repeated answer is recorded once.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { orderMade } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { LockedPayout, Payout, PayoutStatus } from './payout.ts';
import { movePayout, type PayoutEvent, postingOf, TRANSITIONS } from './payout-machine.ts';

const NOW = createTestClock().now();
const STATES: readonly PayoutStatus[] = ['queued', 'sent', 'unknown', 'paid', 'failed', 'reversed'];
const bankAccount = {
  accountNumber: '0123456785',
  bankCode: '000013',
  bankName: 'GTBANK',
  accountName: 'SAMPLE PERSON',
} as const;

function lockedAs(status: PayoutStatus, facts: Partial<Payout> = {}): LockedPayout {
  const order = orderMade(NOW, { status: 'approved', funding: 'funded', payout: status, received: 10_000_000n });
  const payout: Payout = {
    id: idFor<PayoutId>('payout'),
    orderId: idFor<OrderId>('order'),
    attempt: 1,
    rail: 'budpay',
    onlyRail: null,
    reference: 'kg-reference',
    amountKobo: toKobo(1_600_000n),
    ...bankAccount,
    status,
    checks: 0,
    notFoundSince: null,
    needsPerson: false,
    sends: status === 'queued' ? 0 : 1,
    takes: 0,
    isSendOpen: false,
    sessionId: null,
    failureReason: null,
    sentAt: status === 'queued' ? null : NOW,
    settledAt: null,
    ...facts,
  };
  return { payout, order };
}

const reason = 'a reason';
const EVENTS: Readonly<Record<keyof typeof TRANSITIONS, PayoutEvent>> = {
  leave: { kind: 'leave', rail: 'budpay', bankCode: '000013' },
  doubt: { kind: 'doubt', reason },
  'put-back': { kind: 'put-back', reason },
  settle: { kind: 'settle', sessionId: null },
  fail: { kind: 'fail', reason },
  reverse: { kind: 'reverse', reason },
  take: { kind: 'take', reference: 'a reference' },
  'take-ended': { kind: 'take', reference: 'a reference' },
};
const names = Object.keys(EVENTS).filter((name): name is keyof typeof TRANSITIONS => name in TRANSITIONS);

describe('the table of a payout', () => {
  test.each(names)('%s follows the states of its row, posts once, and takes the order with it', (name) => {
    const { from, to }: { readonly from: readonly PayoutStatus[]; readonly to: PayoutStatus } = TRANSITIONS[name];
    for (const status of STATES.filter((state) => from.includes(state))) {
      const locked = lockedAs(status);
      const moved = movePayout(locked, EVENTS[name], NOW);
      expect([moved.payout.status, moved.order.payout]).toEqual([to, to]);
      const posting = postingOf(name, { payout: moved.payout, order: moved.order });
      expect(moved.postings).toEqual(posting === null ? [] : [posting]);
      expect(moved.postings[0]?.transfers[0]?.amount ?? locked.payout.amountKobo).toBe(locked.payout.amountKobo);
    }
  });

  test.each(names.filter((name) => name !== 'doubt'))('%s follows no other state', (name) => {
    // One event may have a row for each place that its naira is in.
    const rows = names.filter((one) => EVENTS[one].kind === EVENTS[name].kind);
    const from = new Set<PayoutStatus>(rows.flatMap((one) => TRANSITIONS[one].from));
    for (const status of STATES.filter((state) => !from.has(state))) {
      const locked = lockedAs(status);
      expect(() => movePayout(locked, EVENTS[name], NOW)).toThrow(/can't go from/);
    }
  });

  test('a payout that is unknown, or has ended, does not change by another unclear answer', () => {
    for (const status of STATES.filter((state) => state !== 'sent')) {
      const locked = lockedAs(status);
      expect(movePayout(locked, EVENTS.doubt, NOW)).toMatchObject({ ...locked, lines: [], events: [], postings: [] });
    }
  });

  test('a payout that leaves again after it did not leave has another posting', () => {
    const first = movePayout(lockedAs('queued'), EVENTS.leave, NOW);
    const back = movePayout(first, EVENTS['put-back'], NOW);
    const second = movePayout(back, EVENTS.leave, NOW);
    const sources = [first, back, second].flatMap(({ postings }) =>
      postings.map(({ source, sourceId }) => `${source} ${sourceId}`),
    );
    expect(sources).toEqual(['payout-sent payout', 'payout-put-back payout', 'payout-sent payout#2']);
  });

  test('a payout that another rail lists is taken back from the rail in the books, and moves to that one', () => {
    const moved = movePayout(lockedAs('unknown'), { kind: 'listed', rail: 'paystack', madeAt: NOW }, NOW);
    expect(moved.payout).toMatchObject({ status: 'sent', rail: 'paystack', sends: 2 });
    expect(moved.postings.map(({ source }) => source)).toEqual(['payout-put-back', 'payout-sent']);
    const again = movePayout(moved, { kind: 'listed', rail: 'paystack', madeAt: NOW }, NOW);
    expect([again.payout, again.postings, again.events]).toEqual([moved.payout, [], []]);
  });

  test('an administrator is called once, and a contradiction makes the payout unknown', () => {
    const moved = movePayout(lockedAs('sent'), { kind: 'alarm', reason }, NOW);
    expect(moved.payout).toMatchObject({ status: 'unknown', needsPerson: true });
    expect(moved.notes).toHaveLength(1);
    const again = movePayout(moved, { kind: 'alarm', reason }, NOW);
    expect([again.notes, again.lines]).toEqual([[], []]);
  });

  test('of two workers that end the same check one schedules the next', () => {
    const moved = movePayout(lockedAs('sent'), { kind: 'checked', done: 0 }, NOW);
    expect([moved.payout.checks, moved.events.length]).toEqual([1, 1]);
    const again = movePayout(moved, { kind: 'checked', done: 0 }, NOW);
    expect([again.payout.checks, again.events.length]).toEqual([1, 0]);
  });
});
