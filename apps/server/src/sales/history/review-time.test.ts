// How long a review takes is what the decisions of the last day took, in their middle; with few of them nothing is said,
// and a customer is told “sometimes” only where an order of theirs can be cleared without a person.
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { beforeEach, expect, test } from 'vitest';
import { createReviewTime } from './review-time.ts';

let orders: TestOrders;
useTestOrders((made) => {
  orders = made;
});
beforeEach(() => orders.database.query(`update customer_order set decided_by = null, decided_at = null`));

const read = () => {
  const { database, clock, owner } = orders;
  return createReviewTime({ database, clock, settings: createTestSettings(database) })(owner.userId);
};

/** Orders whose coins came so many seconds before a person decided, which was so many hours ago. */
async function decide(seconds: readonly number[], hoursAgo = 1): Promise<void> {
  const { database, admin, clock } = orders;
  for (const took of seconds) {
    const { id } = await orders.convert('10');
    const decided = new Date(clock.now().getTime() - hoursAgo * 3_600_000);
    const covered = new Date(decided.getTime() - took * 1000);
    await database.query(
      `insert into order_event (id, order_id, at, type, text) values (gen_random_uuid(), $1, $2, 'funded', 'sample')`,
      [id, covered],
    );
    await database.query(`update customer_order set decided_by = $2, decided_at = $3 where id = $1`, [
      id,
      admin.userId,
      decided,
    ]);
  }
}

test('[C-4] is the middle of the last day’s reviews', async () => {
  await decide([60, 3600, 300, 420, 90]);
  await decide([9000, 9000, 9000], 25);
  expect(await read()).toEqual({ isReviewed: 'always', decisions: 5, medianSeconds: 300 });
});

test('[C-4] is not said where there were too few, and orders that were declined before their coins came are no reviews', async () => {
  await decide([60, 120, 180, 240]);
  const { id } = await orders.convert('10');
  await orders.database.query(
    `update customer_order set decided_by = $2, decided_at = $3, status = 'declined' where id = $1`,
    [id, orders.admin.userId, orders.clock.now()],
  );
  expect(await read()).toEqual({ isReviewed: 'always', decisions: 4, medianSeconds: null });
});

test('[C-4] says “sometimes” once rules can clear the customer’s orders, and “always” for a name that the bank did not confirm', async () => {
  expect((await read()).isReviewed).toBe('always');
  await orders.clearBelow('10000000');
  expect((await read()).isReviewed).toBe('sometimes');
  await orders.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
    orders.owner.userId,
  ]);
  expect((await read()).isReviewed).toBe('always');
});
