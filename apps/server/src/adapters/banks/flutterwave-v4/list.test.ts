// A payout is found wherever it stands in Flutterwave's list, and called not found only where all of the list that can have
// it was read; a statement is complete or unanswered.
import { expect, test } from 'vitest';
import { referenceOf } from '../../../payouts/payout.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Reply } from '../reply.ts';
import { earliestOf, findInList, listStatement } from './list.ts';

const REFERENCE = referenceOf({ orderId: newId(), attempt: 1 });
const DAY_MS = 86_400_000;

const transfer = (reference: string, change: object = {}) => ({
  id: `trf_${reference}`,
  reference,
  status: 'SUCCESSFUL',
  destination_currency: 'NGN',
  amount: { value: '1500.5', applies_to: 'destination_currency' },
  fee: { currency: 'NGN', value: '10.75' },
  recipient: { bank: { account_number: '0123456785', code: '058' } },
  created_datetime: '2026-11-20T10:00:00.000Z',
  ...change,
});
const answered = (data: unknown, status = 200): Reply => ({
  kind: 'answered',
  status,
  body: { status: 'success', data },
});
const part = (transfers: readonly object[], next: string | null): Reply =>
  answered({ transfers, cursor: { next, has_more_items: next !== null } });

/** A list in parts, each by its cursor, and what it was asked for. */
function listOf(parts: readonly Reply[]) {
  const asked: URLSearchParams[] = [];
  const ask = async (path: string): Promise<Reply> => {
    const query = new URL(path, 'http://bank').searchParams;
    asked.push(query);
    return parts[Number(query.get('next') ?? 0)] ?? { kind: 'lost', reason: 'no such part' };
  };
  return { ask, asked };
}

test('the list is read from a day before the order was made, by the time in its id; for another reference from its beginning', async () => {
  const before = Date.now() - DAY_MS;
  const earliest = earliestOf(referenceOf({ orderId: newId(), attempt: 12 }))?.getTime() ?? 0;
  expect(earliest).toBeGreaterThanOrEqual(before - 1000);
  expect(earliest).toBeLessThanOrEqual(Date.now() - DAY_MS);
  const random = `kg-${'0'.repeat(12)}4${'0'.repeat(19)}-1`;
  expect([random, `kg-${'0'.repeat(32)}`, 'foreign-1'].map(earliestOf)).toEqual([null, null, null]);
  const { ask, asked } = listOf([part([], null)]);
  await findInList(ask, REFERENCE);
  await findInList(ask, random);
  expect(asked.map((query) => query.get('from'))).toEqual([earliestOf(REFERENCE)?.toISOString(), null]);
});

test('[P5] it is found in a later part of the list, with what was paid and to whom', async () => {
  const { ask, asked } = listOf([part([transfer('a')], '1'), part([transfer('b'), transfer(REFERENCE)], '2')]);
  expect(await findInList(ask, REFERENCE)).toEqual({
    kind: 'paid',
    sessionId: null,
    made: { amountKobo: 150_050n, accountNumber: '0123456785', currency: 'NGN' },
  });
  expect(asked).toHaveLength(2);
});

test('[P2] it is not found only once the whole list was read', async () => {
  const others = part([transfer('a')], '1');
  expect(await findInList(listOf([others, part([transfer('b')], null)]).ask, REFERENCE)).toEqual({ kind: 'not-found' });
  const odd: Reply[] = [
    { kind: 'lost', reason: 'the bank did not answer in time' },
    { kind: 'answered', status: 503, body: null },
    answered([]),
    answered({ transfers: [transfer('b')] }),
    answered({ transfers: [{ reference: REFERENCE }], cursor: { next: null, has_more_items: false } }),
    // It goes on for ever.
    part([transfer('b')], '1'),
  ];
  for (const second of odd) expect((await findInList(listOf([others, second]).ask, REFERENCE)).kind).toBe('unanswered');
});

const STRETCH = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') };

test('[I5] a statement has each naira transfer of its stretch once, with amount, fee and state', async () => {
  const { ask, asked } = listOf([
    part([transfer('a'), transfer('late', { created_datetime: '2026-11-21T00:00:00Z' })], '1'),
    part(
      [
        transfer('a'),
        transfer('dollars', { destination_currency: 'USD' }),
        transfer('b', { fee: null, status: 'FAILED', reversal: { reconciliation_type: 'C' } }),
      ],
      null,
    ),
  ]);
  const line = { amountKobo: 150_050n, madeAt: new Date('2026-11-20T10:00:00Z') };
  expect(await listStatement(ask, STRETCH)).toEqual({
    kind: 'statement',
    lines: [
      { ...line, reference: 'a', feeKobo: 1_075n, state: 'paid' },
      { ...line, reference: 'b', feeKobo: null, state: 'reversed' },
    ],
  });
  expect(asked.map((query) => [query.get('from'), query.get('to')])).toEqual(
    Array.from({ length: 2 }, () => [STRETCH.from.toISOString(), STRETCH.to.toISOString()]),
  );
});

test('[I5] a line without an exact amount or a time, or a part that can not be read, makes no statement', async () => {
  for (const change of [
    { amount: { value: '1500.505', applies_to: 'destination_currency' } },
    { amount: { value: '1500', applies_to: 'source_currency' } },
    { amount: null },
    { created_datetime: 'soon' },
    { created_datetime: undefined },
  ])
    expect((await listStatement(listOf([part([transfer('a', change)], null)]).ask, STRETCH)).kind).toBe('unanswered');
  expect((await listStatement(listOf([part([transfer('a')], '1')]).ask, STRETCH)).kind).toBe('unanswered');
});
