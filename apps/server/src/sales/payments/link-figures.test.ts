// A link tells its owner what its payments have brought, and everyone how fast naira was sent: the median, only where
// there are enough values.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { createPaymentDependencies, insertArrival, insertLink, openingBy } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createSpeedReading } from '../payment-links/load-figures.ts';
import { medianSeconds } from '../payment-links/link-figures.ts';
import { createLinkList } from '../payment-links/view-links.ts';
import { createPaymentOpening } from './open-payment.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('the median is shown once three were measured', () => {
  expect([medianSeconds([]), medianSeconds([4, 6])]).toEqual([null, null]);
  expect(medianSeconds([61.4, 2, 900])).toBe(61);
});

test('a link’s payments are counted, with the naira of those that are covered, and how fast it was on its way', async () => {
  const { database } = db;
  const { userId } = await insertCustomer(database);
  const dependencies = createPaymentDependencies(database);
  const linkId = await insertLink(database, userId);
  const other = await insertLink(database, userId, { name: 'Never paid' });
  const open = () =>
    createPaymentOpening(dependencies)({ ...openingBy(linkId), by: { visitor: newId(), browser: 'sample' } });
  await open();
  const arrivals = [
    { seconds: 3, payout: 'paid' },
    { seconds: 40, payout: 'paid' },
    { seconds: 5, payout: 'paid' },
    // Came back since: its speed no longer counts.
    { seconds: 900, payout: 'reversed' },
  ];
  for (const { seconds, payout } of arrivals) {
    const id = await open();
    const depositId = await insertArrival(database, id, { amount: 15_625_000n });
    await fundDeposit(dependencies, depositId);
    const sentAt = new Date();
    const confirmedAt = new Date(sentAt.getTime() - seconds * 1000);
    await database.query(`update deposit set confirmed_at = $2 where id = $1`, [depositId, confirmedAt]);
    await database.query(
      `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
         account_name, status, sent_at, settled_at, order_quote_id)
       select $1, o.id, 1, 'paystack', $2, o.naira_kobo, account_number, bank_code, bank_name, account_name, 'paid', $3,
         $3, q.id
       from customer_order o join order_quote q on q.order_id = o.id where o.id = $4`,
      [newId(), newId(), sentAt, id],
    );
    await database.query(`update customer_order set payout = $2 where id = $1`, [id, payout]);
  }
  const { data, totals } = await createLinkList({ ...dependencies, listCoins: () => Promise.resolve([]) })(userId, {});
  expect(data.map(({ id, totals: brought, medianPayoutSeconds }) => [id, brought, medianPayoutSeconds])).toEqual([
    [other, { payments: 0, paid: 0, nairaKobo: '0' }, null],
    [linkId, { payments: 5, paid: 4, nairaKobo: '10000000' }, 5],
  ]);
  expect(totals).toMatchObject({ payments: 5, paid: 4, nairaKobo: '10000000' });
  const readSpeed = createSpeedReading(database);
  const speeds = await Promise.all([linkId, other, linkId].map((id) => readSpeed({ id })));
  expect(speeds.map(({ medianPayoutSeconds }) => medianPayoutSeconds)).toEqual([5, null, 5]);
});
