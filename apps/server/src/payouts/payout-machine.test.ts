// A payout changes its state only by the table; each step writes exactly what is written here: the payout, its order, the
// line that the customer reads, the events, the posting and the log. A repeated answer is recorded once.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { orderMade } from '@kobogate/testkit/sales/orders.ts';
import { EARLIER, writtenBy, NOW, payoutMade } from '@kobogate/testkit/payouts/payout-steps.ts';
import { describe, expect, test } from 'vitest';
import type { NewEvent } from '../events.ts';
import type { PayoutStatus } from './payout.ts';
import { type Move, movePayout, pauseBefore, type PayoutEvent, queueOf, routeKey } from './payout-machine.ts';

const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);
const payoutId = idFor<PayoutId>('payout');
const orderId = idFor<OrderId>('order');
const STATES: readonly PayoutStatus[] = ['queued', 'sent', 'unknown', 'paid', 'failed', 'reversed'];
const reason = 'no such account';

const DELAYED: NewEvent = { type: 'payout.delayed', payload: { orderId, payoutId } };
const UNCLEAR = [
  'payout-unknown',
  'The bank has not given a clear answer yet. We keep asking about this payout; it is not sent a second time.',
] as const;
const called = (why: string): Move['notes'] => [
  {
    level: 'error',
    fields: { payoutId, reference: 'kg-reference', reason: why },
    text: 'a payout needs an administrator',
  },
];

describe('a payout that leaves', () => {
  test('is with its rail, under the rail’s code for the bank, and is first asked about once the call has ended', () => {
    const event: PayoutEvent = { kind: 'leave', rail: 'paystack', bankCode: '058' };
    expect(writtenBy(payoutMade('queued'), event)).toStrictEqual({
      payout: { status: 'sent', rail: 'paystack', bankCode: '058', sentAt: NOW, sends: 1, isSendOpen: true },
      line: [
        'payout-sent',
        '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was handed to the bank. Reference kg-reference.',
      ],
      events: [
        {
          type: 'payout.check',
          payload: { payoutId, check: 0 },
          key: 'payout:0',
          runAt: at('09:00:30.000'),
        },
      ],
      postings: ['payout-sent payout'],
    });
  });

  test('once more, as before, moves no naira: only the sending counts', () => {
    expect(writtenBy(payoutMade('unknown', { sends: 1, isSendOpen: true }), { kind: 'leave-again' })).toStrictEqual({
      payout: { sentAt: NOW, sends: 2 },
      line: [
        'payout-repeated',
        'The bank did not have this payout, so it was sent again with the same reference kg-reference, which the bank pays once.',
      ],
    });
  });

  test('is no longer in the hands of its process once the call has ended', () => {
    expect(writtenBy(payoutMade('sent', { isSendOpen: true }), { kind: 'answered' })).toStrictEqual({
      payout: { isSendOpen: false },
    });
  });

  test('did not leave: its naira is owed again, it belongs to no rail, and is due after a pause', () => {
    const facts = { sends: 3, checks: 4, isSendOpen: true, notFoundSince: EARLIER, needsPerson: true };
    expect(writtenBy(payoutMade('unknown', facts), { kind: 'put-back', reason })).toStrictEqual({
      payout: {
        status: 'queued',
        isSendOpen: false,
        sentAt: null,
        notFoundSince: null,
        needsPerson: false,
        checks: 0,
      },
      line: [
        'payout-queued',
        '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) did not leave. Nothing was sent; it is about to be sent again.',
      ],
      events: [{ type: 'payout.due', payload: { payoutId }, runAt: at('09:00:08.000'), key: 'payout#3' }],
      postings: ['payout-put-back payout#3'],
      notes: [
        {
          level: 'warn',
          fields: { payoutId, rail: 'budpay', reason },
          text: 'a payout did not leave and is queued again',
        },
      ],
    });
  });

  test('leaves again after it did not leave, under another source', () => {
    const leave: PayoutEvent = { kind: 'leave', rail: 'budpay', bankCode: '000013' };
    const first = movePayout(payoutMade('queued'), leave, NOW);
    const back = movePayout(first, { kind: 'put-back', reason }, NOW);
    const second = movePayout(back, leave, NOW);
    const sources = [first, back, second].flatMap(({ postings }) =>
      postings.map(({ source, sourceId }) => `${source} ${sourceId}`),
    );
    expect(sources).toEqual(['payout-sent payout', 'payout-put-back payout', 'payout-sent payout#2']);
  });
});

describe('a payout whose owner wants the naira at another account', () => {
  const to = {
    accountNumber: '0000014579',
    bankCode: '044',
    bankName: 'ACCESS BANK',
    accountName: 'ADA OBI',
    nameResolution: 'resolved',
    resolvedName: 'OBI ADA',
  } as const;
  const event: PayoutEvent = { kind: 'readdress', to };
  const line = [
    'payout-readdressed',
    'Another account was chosen: ACCESS BANK 0000014579 (ADA OBI) instead of GTBANK 0123456785 (SAMPLE PERSON). We review it before any naira leaves.',
  ];

  test.each(['failed', 'reversed'] as const)('%s: only the order’s account changes, and nothing is sent', (status) => {
    expect(writtenBy(payoutMade(status), event)).toStrictEqual({ order: { bankAccount: to }, line });
  });

  test('queued: it ends, as nothing of it left', () => {
    expect(writtenBy(payoutMade('queued'), event)).toStrictEqual({
      payout: { status: 'failed', failureReason: 'another account was chosen', settledAt: NOW },
      order: { bankAccount: to },
      lines: [
        [
          'payout-failed',
          '₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was not sent. Reason: another account was chosen. The naira is safe with us.',
        ],
        line,
      ],
      notes: [
        {
          level: 'warn',
          fields: { payoutId, reason: 'another account was chosen' },
          text: 'a payout was withdrawn before it left',
        },
      ],
    });
  });

  test.each(['sent', 'unknown', 'paid'] as const)('%s: stays with its account', (status) => {
    expect(() => movePayout(payoutMade(status), event, NOW)).toThrow("can't go elsewhere");
  });

  test('and that was paid after all: the order says where its naira is, of whose name nobody asked the bank', () => {
    const { payout, order } = movePayout(payoutMade('failed'), event, NOW);
    expect(writtenBy({ payout, order }, { kind: 'take', reference: 'session-1' })).toMatchObject({
      payout: { status: 'paid', takes: 1 },
      order: {
        bankAccount: {
          accountNumber: '0123456785',
          bankCode: '000013',
          bankName: 'GTBANK',
          accountName: 'SAMPLE PERSON',
          nameResolution: 'unresolved',
          resolvedName: null,
        },
      },
    });
  });
});

describe('a payout without a clear answer', () => {
  test('is unknown, says so once, and posts nothing', () => {
    expect(writtenBy(payoutMade('sent'), { kind: 'doubt', reason })).toStrictEqual({
      payout: { status: 'unknown' },
      line: UNCLEAR,
    });
    for (const status of STATES.filter((state) => state !== 'sent')) {
      expect(writtenBy(payoutMade(status), { kind: 'doubt', reason })).toStrictEqual({});
    }
  });

  test('that its rail denies is unknown since the first denial', () => {
    const missing: PayoutEvent = { kind: 'missing', needsPerson: false };
    expect(writtenBy(payoutMade('sent'), missing)).toStrictEqual({
      payout: { status: 'unknown', notFoundSince: NOW },
      line: UNCLEAR,
    });
    expect(writtenBy(payoutMade('unknown', { notFoundSince: EARLIER }), missing)).toStrictEqual({});
  });

  test('that its rail has denied for the whole window calls an administrator', () => {
    expect(
      writtenBy(payoutMade('unknown', { notFoundSince: EARLIER }), { kind: 'missing', needsPerson: true }),
    ).toStrictEqual({
      payout: { needsPerson: true, doubt: 'the rail has known nothing of it since 2026-03-01 09:10:00 in Lagos' },
      line: [
        'payout-needs-person',
        'The bank still knows nothing of this payout. Our team is looking into it; it is not sent a second time.',
      ],
      events: [DELAYED],
      notes: called('the rail has known nothing of it since 2026-03-01 09:10:00 in Lagos'),
    });
  });

  test('that its rail knows after all needs no administrator', () => {
    const facts = { notFoundSince: EARLIER, needsPerson: true };
    expect(writtenBy(payoutMade('unknown', facts), { kind: 'found' })).toStrictEqual({
      payout: { notFoundSince: null, needsPerson: false },
    });
  });

  test('for a day calls an administrator, and stays what it is', () => {
    expect(writtenBy(payoutMade('sent'), { kind: 'overdue', reason })).toStrictEqual({
      payout: { needsPerson: true, doubt: reason },
      line: [
        'payout-needs-person',
        'The bank has had this payout for a day, and it has not ended. Our team is looking into it; it is not sent a second time.',
      ],
      events: [DELAYED],
      notes: called(reason),
    });
  });

  test('that does not match is unknown and calls an administrator, once', () => {
    const contradicted = [
      'payout-needs-person',
      'The bank’s answer about this payout does not match. Our team is looking into it; it is not sent a second time.',
    ] as const;
    const moved = movePayout(payoutMade('sent'), { kind: 'alarm', reason }, NOW);
    expect(writtenBy(payoutMade('sent'), { kind: 'alarm', reason })).toStrictEqual({
      payout: { status: 'unknown', needsPerson: true, doubt: reason },
      lines: [UNCLEAR, contradicted],
      events: [DELAYED],
      notes: called(reason),
    });
    expect(writtenBy({ payout: moved.payout, order: moved.order }, { kind: 'alarm', reason })).toStrictEqual({});
    // The bank's last answer is what people decide on.
    expect(writtenBy(moved, { kind: 'alarm', reason: 'another answer' })).toStrictEqual({
      payout: { doubt: 'another answer' },
    });
    // One that has ended keeps its end until people have decided.
    expect(writtenBy(payoutMade('failed'), { kind: 'alarm', reason })).toStrictEqual({
      payout: { needsPerson: true, doubt: reason },
      line: contradicted,
      events: [DELAYED],
      notes: called(reason),
    });
  });
});

describe('the questions about a payout', () => {
  test('are asked in one chain: of two workers that end the same check one schedules the next', () => {
    const moved = movePayout(payoutMade('sent', { checks: 2 }), { kind: 'checked', done: 2 }, NOW);
    expect(writtenBy(payoutMade('sent', { checks: 2 }), { kind: 'checked', done: 2 })).toStrictEqual({
      payout: { checks: 3 },
      events: [
        {
          type: 'payout.check',
          payload: { payoutId, check: 3 },
          key: 'payout:3',
          runAt: at('09:00:08.000'),
        },
      ],
    });
    expect(writtenBy({ payout: moved.payout, order: moved.order }, { kind: 'checked', done: 2 })).toStrictEqual({});
  });

  test.each(['queued', 'paid', 'failed', 'reversed'] as const)('end once it is %s', (status) => {
    expect(writtenBy(payoutMade(status, { checks: 2 }), { kind: 'checked', done: 2 })).toStrictEqual({});
  });

  test('come soon after it was sent once more, besides the chain', () => {
    expect(writtenBy(payoutMade('unknown', { sends: 2, checks: 7 }), { kind: 'ask-soon' })).toStrictEqual({
      events: [{ type: 'payout.check', payload: { payoutId }, runAt: at('09:00:02.000'), key: 'payout:taken2' }],
    });
  });

  test('have pauses that double, to five minutes at most', () => {
    expect([1, 2, 3, 7, 8, 9, 10, 100].map(pauseBefore)).toEqual([
      2_000, 4_000, 8_000, 128_000, 256_000, 300_000, 300_000, 300_000,
    ]);
  });

  test('change nothing where the answer says nothing new', () => {
    for (const status of STATES) expect(writtenBy(payoutMade(status), { kind: 'keep' })).toStrictEqual({});
  });
});

describe('a payout that is to be sent', () => {
  test('again, after its rail denied it, is due only for the sending after this one', () => {
    expect(writtenBy(payoutMade('unknown', { sends: 2 }), { kind: 'due-again' })).toStrictEqual({
      events: [{ type: 'payout.due', payload: { payoutId, after: 2 }, key: 'payout+2' }],
    });
  });

  test('by a rail that an administrator chose is due at once for this one', () => {
    expect(writtenBy(payoutMade('queued'), { kind: 'route', onlyRail: 'paystack' })).toStrictEqual({
      payout: { onlyRail: 'paystack' },
      line: ['payout-rerouted', 'An administrator chose another way to the bank. Nothing had been sent before.'],
      events: [{ type: 'payout.due', payload: { payoutId }, key: 'payout@paystack' }],
    });
  });

  test('by any rail again, or by the same one, is due at once too', () => {
    expect(writtenBy(payoutMade('queued', { onlyRail: 'paystack' }), { kind: 'route', onlyRail: null })).toStrictEqual({
      payout: { onlyRail: null },
      line: ['payout-rerouted', 'An administrator chose another way to the bank. Nothing had been sent before.'],
      events: [{ type: 'payout.due', payload: { payoutId }, key: 'payout@any' }],
    });
    expect(
      writtenBy(payoutMade('queued', { onlyRail: 'paystack' }), { kind: 'route', onlyRail: 'paystack' }),
    ).toStrictEqual({
      line: ['payout-rerouted', 'An administrator had the payout tried again at once. Nothing had been sent before.'],
      events: [{ type: 'payout.due', payload: { payoutId }, key: 'payout@paystack' }],
    });
    expect([routeKey(payoutId, 'paystack'), routeKey(payoutId, null)]).toEqual(['payout@paystack', 'payout@any']);
  });

  test('and is withdrawn moves no naira, and its order says that nothing was sent', () => {
    const withdrawal = { kind: 'withdraw', reason, isTold: false } as const;
    expect(writtenBy(payoutMade('queued'), withdrawal)).toStrictEqual({
      payout: { status: 'failed', failureReason: reason, settledAt: NOW },
      line: [
        'payout-failed',
        `₦16,000.00 to GTBANK 0123456785 (SAMPLE PERSON) was not sent. Reason: ${reason}. The naira is safe with us.`,
      ],
      notes: [{ level: 'warn', fields: { payoutId, reason }, text: 'a payout was withdrawn before it left' }],
    });
  });

  test('for an order for the first time, or after it failed, is a line of the order', () => {
    for (const payout of ['none', 'failed', 'reversed'] as const) {
      const order = orderMade(NOW, { payout });
      expect(queueOf(order, 'queued', 'A text.')).toStrictEqual({
        order: { ...order, payout: 'queued' },
        lines: [{ orderId, type: 'payout-queued', text: 'A text.' }],
      });
    }
  });
});

describe('what the table refuses', () => {
  test.each<[PayoutEvent, string, readonly PayoutStatus[]]>([
    [{ kind: 'leave', rail: 'budpay', bankCode: '000013' }, 'sent', ['sent', 'unknown', 'paid', 'failed', 'reversed']],
    [{ kind: 'put-back', reason }, 'queued', ['queued', 'paid', 'failed', 'reversed']],
    [{ kind: 'withdraw', reason, isTold: false }, 'failed', ['sent', 'unknown', 'paid', 'failed', 'reversed']],
    [{ kind: 'settle', sessionId: null }, 'paid', ['queued', 'paid', 'failed', 'reversed']],
    [{ kind: 'fail', reason }, 'failed', ['queued', 'paid', 'failed', 'reversed']],
    [{ kind: 'reverse', reason }, 'reversed', ['queued', 'sent', 'unknown', 'failed', 'reversed']],
    [{ kind: 'take', reference: 'FT26060' }, 'paid', ['queued', 'paid']],
  ])('$kind follows no other state', (event, to, states) => {
    for (const status of states) {
      expect(() => movePayout(payoutMade(status), event, NOW)).toThrow(
        `payout payout can't go from ${status} to ${to}`,
      );
    }
  });
});
