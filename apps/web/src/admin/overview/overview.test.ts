// Guarantee: the overview counts every order once and sums kobo exactly.
import { expect, it } from 'vitest';
import { overviewOf } from './overview.ts';
import { sampleOrders } from '../orders/sample-orders.ts';

it('[F-12] counts by status, sums the paid in orders that wait, and finds the payouts in trouble', () => {
  const orders = sampleOrders(() => 0.5, Date.parse('2026-11-10T12:00:00Z')).map((order, index) =>
    Object.assign({}, order, {
      status: index < 2 ? 'pending' : 'approved',
      payout: index === 5 ? 'failed' : index === 6 ? 'reversed' : index > 6 && index < 10 ? 'unknown' : 'paid',
      payoutNeedsPerson: index > 7,
      funding: index === 1 ? 'awaiting' : 'funded',
      nairaKobo: '900719925474099301',
    }),
  );
  const overview = overviewOf(orders);
  expect(overview.byStatus).toEqual({ pending: 2, processing: 0, approved: orders.length - 2, declined: 0 });
  expect([overview.toReview, overview.toReviewKobo]).toEqual([1, '900719925474099301']);
  expect(overview.troubled).toBe(2);
  // One is unknown and still being asked about; the paid ones are settled.
  expect(overview.undecided).toBe(2);
});
