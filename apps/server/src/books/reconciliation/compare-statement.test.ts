// A day's payouts and the rail's own list are compared by reference and to the kobo: a match reports nothing, and each
// fault is reported once, with what to do about it.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import type { StatementLine } from '../../payouts/index.ts';
import { compareEnds, compareStatement, type OwnPayout } from './compare-statement.ts';
import { dayToCompare } from './reconcile-yesterday.ts';

const day = { start: new Date('2026-11-20T23:00:00Z'), end: new Date('2026-11-21T23:00:00Z') };
const payout: OwnPayout = {
  id: idFor<PayoutId>('p1'),
  orderId: idFor<OrderId>('o1'),
  reference: 'kg-1',
  amountKobo: toKobo(1_600_000n),
  status: 'paid',
  bookedFeeKobo: null,
  sentAt: new Date('2026-11-21T09:59:00Z'),
};
const line: StatementLine = {
  reference: 'kg-1',
  amountKobo: toKobo(1_600_000n),
  feeKobo: toKobo(2_500n),
  state: 'paid',
  madeAt: new Date('2026-11-21T10:00:00Z'),
};

const compare = (payouts: OwnPayout[], lines: StatementLine[], ours = new Map([['kg-1', payout]])) =>
  compareStatement({ place: 'Paystack', payouts, lines, day, ours });

const ALL_OURS = ['sent', 'unknown', 'paid', 'reversed', 'failed'] as const;
const ALL_THEIRS = ['pending', 'paid', 'failed', 'reversed', 'unclear'] as const;
/** The pairs of states that match. */
const SAME = new Set([
  'sent pending',
  'unknown pending',
  'paid paid',
  'reversed reversed',
  'reversed failed',
  'failed failed',
  'failed reversed',
]);

describe('which states agree', () => {
  test.each(ALL_OURS.flatMap((status) => ALL_THEIRS.map((state) => ({ status, state }))))(
    'ours $status, theirs $state',
    ({ status, state }) => {
      const kinds = compare([{ ...payout, status }], [{ ...line, state }]).map(({ kind }) => kind);
      expect(kinds).toEqual(SAME.has(`${status} ${state}`) ? [] : ['other-state']);
    },
  );

  test('one kobo more or less, a second booking, and a fee that changed are each reported once', () => {
    for (const amountKobo of [toKobo(1_600_001n), toKobo(1_599_999n)]) {
      expect(compare([payout], [{ ...line, amountKobo }])).toMatchObject([
        { kind: 'other-amount', subject: 'kg-1', orderId: 'o1', ours: '₦16,000.00, paid' },
      ]);
    }
    expect(compare([payout], [line, line]).map(({ kind }) => kind)).toEqual(['doubled']);
    expect(compare([{ ...payout, bookedFeeKobo: toKobo(2_500n) }], [line])).toEqual([]);
    expect(compare([{ ...payout, bookedFeeKobo: toKobo(1_000n) }], [line]).map(({ kind }) => kind)).toEqual([
      'other-fee',
    ]);
  });

  test('one that is not listed is missing, unless it was refused; one without an order is unknown', () => {
    for (const status of ['sent', 'unknown', 'paid', 'reversed'] as const) {
      expect(compare([{ ...payout, status }], []).map(({ kind }) => kind)).toEqual(['missing-at-bank']);
    }
    expect(compare([{ ...payout, status: 'failed' }], [])).toEqual([]);
    expect(compare([], [line], new Map())).toMatchObject([{ kind: 'unknown-to-us', orderId: null }]);
    // Payouts of ours and foreign transfers of another day belong to that day's report.
    expect(compare([], [line])).toEqual([]);
    expect(compare([], [{ ...line, madeAt: day.end }], new Map())).toEqual([]);
  });

  test('a second booking that the bank makes on a later day is reported on that day, whether or not it lists the first', () => {
    const sent = (daysBefore: number) => {
      const sentAt = new Date(line.madeAt.getTime() - daysBefore * 86_400_000);
      return { ours: new Map([['kg-1', { ...payout, sentAt }]]), first: { ...line, madeAt: sentAt } };
    };
    const { ours, first } = sent(3);
    for (const lines of [[line], [first, line], [line, first]]) {
      expect(compare([], lines, ours)).toMatchObject([{ kind: 'doubled', subject: 'kg-1', orderId: 'o1' }]);
    }
    for (const state of ['failed', 'reversed'] as const) {
      expect(compare([], [{ ...line, state }], ours)).toEqual([]);
    }
    // One that was handed over just before midnight, or once more after it, is the same.
    expect(compare([], [line], sent(0.9).ours)).toEqual([]);
    expect(compare([], [line], sent(-1.5).ours)).toEqual([]);
  });

  test('after a failure that the bank calls paid, the advice is not to retry', () => {
    const [found] = compare([{ ...payout, status: 'failed' }], [line]);
    expect(found?.advice).toMatch(/^Do not retry/);
  });
});

test('the day to compare is the one that has been over for an hour in Lagos', () => {
  expect(dayToCompare(new Date('2026-11-21T23:59:00Z'))).toBe('2026-11-20');
  expect(dayToCompare(new Date('2026-11-22T00:00:00Z'))).toBe('2026-11-21');
  expect(dayToCompare(new Date('2026-11-22T23:30:00Z'))).toBe('2026-11-21');
});

describe('how payouts of an earlier day ended', () => {
  const ends = (status: OwnPayout['status'], ...states: StatementLine['state'][]) =>
    compareEnds({
      place: 'Paystack',
      ours: new Map([['kg-1', { ...payout, status }]]),
      lines: states.map((state) => Object.assign({}, line, { state })),
    }).map(({ kind, subject, theirs }) => `${kind} ${subject} ${theirs.split(', ')[1]}`);

  test('[P5] is reported where the bank has taken one back that we call paid, or paid one that we call failed', () => {
    for (const state of ['failed', 'reversed'] as const) {
      for (const states of [[state], ['paid', state], [state, 'paid']] as const)
        expect(ends('paid', ...states)).toEqual([`other-state kg-1 ${state}`]);
    }
    for (const status of ['failed', 'reversed'] as const)
      expect(ends(status, 'paid')).toEqual(['other-state kg-1 paid']);
  });

  test('is not where they agree, one has not ended, or it is none of ours', () => {
    expect(ends('paid', 'paid')).toEqual([]);
    expect(ends('reversed', 'paid', 'reversed')).toEqual([]);
    expect(ends('failed', 'failed')).toEqual([]);
    for (const state of ['pending', 'unclear'] as const) expect(ends('paid', state)).toEqual([]);
    for (const status of ['queued', 'sent', 'unknown'] as const) expect(ends(status, 'reversed')).toEqual([]);
    expect(compareEnds({ place: 'Paystack', ours: new Map(), lines: [{ ...line, state: 'reversed' }] })).toEqual([]);
  });
});
