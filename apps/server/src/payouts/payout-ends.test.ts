// How a payout ends, and what a bank's own list makes of it: each step writes exactly what is written here, the line that
// the customer reads and the naira's accounts among it.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { EARLIER, writtenBy, NOW, payoutMade } from '@kobogate/testkit/payouts/payout-steps.ts';
import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../events.ts';
import { movePayout, type PayoutEvent } from './payout-machine.ts';

const payoutId = idFor<PayoutId>('payout');
const orderId = idFor<OrderId>('order');
const reason = 'no such account';

const WATCHED: readonly NewEvent[] = [
  {
    type: 'payout.check',
    payload: { payoutId },
    runAt: new Date('2026-03-01T09:01:00.000Z'),
    key: 'payout:paid+60000',
  },
  {
    type: 'payout.check',
    payload: { payoutId },
    runAt: new Date('2026-03-01T09:10:00.000Z'),
    key: 'payout:paid+600000',
  },
  {
    type: 'payout.check',
    payload: { payoutId },
    runAt: new Date('2026-03-01T10:00:00.000Z'),
    key: 'payout:paid+3600000',
  },
  {
    type: 'payout.check',
    payload: { payoutId },
    runAt: new Date('2026-03-02T09:00:00.000Z'),
    key: 'payout:paid+86400000',
  },
];
const PAID: NewEvent = { type: 'payout.paid', payload: { orderId, payoutId } };

describe('the end of a payout', () => {
  test('that is paid says so with the bank’s session, and is watched for a day', () => {
    const facts = { notFoundSince: EARLIER, needsPerson: true };
    expect(writtenBy(payoutMade('unknown', facts), { kind: 'settle', sessionId: '0001' })).toStrictEqual({
      payout: { status: 'paid', sessionId: '0001', settledAt: NOW, notFoundSince: null, needsPerson: false },
      line: ['payout-paid', '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was paid. Bank session 0001.'],
      events: [PAID, ...WATCHED],
      postings: ['payout-paid payout'],
    });
  });

  test('that is paid without a session names none', () => {
    expect(writtenBy(payoutMade('sent'), { kind: 'settle', sessionId: null })).toStrictEqual({
      payout: { status: 'paid', settledAt: NOW },
      line: ['payout-paid', '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was paid.'],
      events: [PAID, ...WATCHED],
      postings: ['payout-paid payout'],
    });
  });

  test('that failed tells the reason, and that the naira is safe, and is watched for a day: it may be paid after all', () => {
    const facts = { notFoundSince: EARLIER, needsPerson: true };
    expect(writtenBy(payoutMade('unknown', facts), { kind: 'fail', reason })).toStrictEqual({
      payout: { status: 'failed', failureReason: reason, settledAt: NOW, notFoundSince: null, needsPerson: false },
      line: [
        'payout-failed',
        'The bank did not pay ₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON). Reason: no such account. The naira is safe with us and can be sent again.',
      ],
      events: [{ type: 'payout.failed', payload: { orderId, payoutId } }, ...WATCHED],
      postings: ['payout-failed payout'],
      notes: [{ level: 'warn', fields: { payoutId, reason }, text: 'a payout failed' }],
    });
  });

  test('that came back keeps when it was paid', () => {
    expect(writtenBy(payoutMade('paid', { settledAt: EARLIER }), { kind: 'reverse', reason })).toStrictEqual({
      payout: { status: 'reversed', failureReason: reason },
      line: [
        'payout-reversed',
        'The bank sent back ₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) after it was paid. Reason: no such account. The naira is safe with us.',
      ],
      events: [{ type: 'payout.reversed', payload: { orderId, payoutId } }],
      postings: ['payout-reversed payout'],
      notes: [{ level: 'error', fields: { payoutId, reason }, text: 'a payout came back after it was paid' }],
    });
  });

  test.each(['sent', 'unknown', 'failed', 'reversed'] as const)(
    'that two administrators know from the bank is paid, and counted: %s',
    (status) => {
      const facts = { failureReason: reason, notFoundSince: EARLIER, needsPerson: true };
      expect(writtenBy(payoutMade(status, facts), { kind: 'take', reference: 'FT26060' })).toStrictEqual({
        payout: {
          status: 'paid',
          sessionId: 'FT26060',
          settledAt: NOW,
          failureReason: null,
          notFoundSince: null,
          needsPerson: false,
          takes: 1,
        },
        line: [
          'payout-paid',
          '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was paid, as our team confirmed with the bank. Bank reference FT26060.',
        ],
        events: [PAID, ...WATCHED],
        postings: ['payout-taken payout#1'],
      });
    },
  );

  test.each([
    ['sent', 'payout-in-transit:NGN:budpay'],
    ['unknown', 'payout-in-transit:NGN:budpay'],
    ['failed', 'payable:NGN:user'],
    ['reversed', 'payable:NGN:user'],
  ] as const)('taken as paid while it is %s, its naira comes from %s', (status, from) => {
    const [posting] = movePayout(payoutMade(status), { kind: 'take', reference: 'FT26060' }, NOW).postings;
    expect(posting?.transfers[0]?.debit.code).toBe(from);
    expect(posting?.transfers[0]?.credit.code).toBe('rail-float:NGN:budpay');
  });
});

describe('a payout that a rail’s own list has', () => {
  const madeAt = new Date('2026-03-01T08:30:00.000Z');
  const listed: PayoutEvent = { kind: 'listed', rail: 'paystack', madeAt };
  const SENT = {
    line: [
      'payout-sent',
      '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) is on the bank’s own list, under the reference kg-reference.',
    ],
    check: { type: 'payout.check', payload: { payoutId, check: 0 }, key: 'payout:0' },
  } as const;

  test('while the books have it queued was sent when the rail made it, and is asked about at once', () => {
    expect(writtenBy(payoutMade('queued'), listed)).toStrictEqual({
      payout: { status: 'sent', rail: 'paystack', sentAt: madeAt, sends: 1 },
      line: SENT.line,
      events: [SENT.check],
      postings: ['payout-sent payout'],
    });
  });

  test.each([
    ['sent', {}],
    ['unknown', { status: 'sent' }],
  ] as const)('while it is %s with another rail is taken back from that one first', (status, changed) => {
    const facts = { isSendOpen: true, notFoundSince: NOW, needsPerson: true };
    const moved = movePayout(payoutMade(status, facts), listed, NOW);
    expect(writtenBy(payoutMade(status, facts), listed)).toStrictEqual({
      payout: {
        ...changed,
        rail: 'paystack',
        sentAt: madeAt,
        sends: 2,
        isSendOpen: false,
        notFoundSince: null,
        needsPerson: false,
      },
      lines: [
        [
          'payout-queued',
          '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) is not with budpay: another bank rail lists it.',
        ],
        SENT.line,
      ],
      events: [SENT.check],
      postings: ['payout-put-back payout', 'payout-sent payout#2'],
    });
    expect(
      moved.postings.map(({ transfers }) => transfers.map(({ debit, credit }) => [debit.code, credit.code])),
    ).toEqual([
      [['payout-in-transit:NGN:budpay', 'payable:NGN:user']],
      [['payable:NGN:user', 'payout-in-transit:NGN:paystack']],
    ]);
    expect(writtenBy({ payout: moved.payout, order: moved.order }, listed)).toStrictEqual({});
  });

  test.each(['paid', 'failed', 'reversed'] as const)('and that is %s in the books stays as it is', (status) => {
    expect(writtenBy(payoutMade(status), listed)).toStrictEqual({});
  });
});
