// The overview's pictures show every payout of the last 24 hours once: by the hour in which it reached the bank, by how long it
// took from final coins, and by its rail; and each source of rates as it last answered.
import type { OrderId } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { listWork } from './list-work.ts';
import { createDay } from './view-day.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

const NOW = new Date('2026-11-21T12:30:00Z');
const at = (minutesAgo: number): Date => new Date(NOW.getTime() - minutesAgo * 60_000);

async function insertPayout(
  orderId: OrderId,
  rail: string,
  status: string,
  ended: Date | null,
  attempt = 1,
): Promise<void> {
  await database.query(
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name, account_name,
       status, settled_at, order_quote_id)
     select $1, $2, $3, $4, $1::uuid::text, o.naira_kobo, '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON',
       $5, $6, o.order_quote_id from customer_order o where o.id = $2`,
    [newId(), orderId, attempt, rail, status, ended],
  );
}

test('[S4] the day’s payouts by hour, by time taken and by rail', async () => {
  const owner = await insertCustomer(database);
  const order = async (madeMinutesAgo: number): Promise<OrderId> => {
    const id = await users.placeOrder(owner);
    await database.query(`update customer_order set created_at = $2 where id = $1`, [id, at(madeMinutesAgo)]);
    return id;
  };
  const empty = await createDay({ database, clock: createTestClock(NOW) })();
  expect(empty.hours).toHaveLength(24);
  expect([empty.since, empty.hours.at(-1)?.at]).toEqual(['2026-11-20T13:00:00.000Z', '2026-11-21T12:00:00.000Z']);
  expect(empty.settlement).toMatchObject({ payouts: 0, medianSeconds: null, slowSeconds: null });

  // 1 minute, 2 and 4 minutes, and 90 minutes; one failed first, one is unknown, and one ended before all of this.
  await insertPayout(await order(11), 'paystack', 'paid', at(10));
  await insertPayout(await order(12), 'paystack', 'paid', at(10));
  const retried = await order(14);
  await insertPayout(retried, 'monnify', 'failed', at(12));
  await insertPayout(retried, 'paystack', 'paid', at(10), 2);
  await insertPayout(await order(180), 'monnify', 'paid', at(90));
  await insertPayout(await order(5), 'monnify', 'unknown', null);
  await insertPayout(await order(3000), 'paystack', 'paid', at(2900));
  const clock = createTestClock(NOW);
  const [priced] = await database.query<{ naira: string }>(
    `select naira_kobo as naira from customer_order where id = $1`,
    [retried],
  );
  const kobo = (payouts: number): string => String(BigInt(priced?.naira ?? 0) * BigInt(payouts));
  const readDay = createDay({ database, clock });
  const day = await readDay();
  expect(day.hours.filter(({ payouts }) => payouts > 0)).toEqual([
    { at: '2026-11-21T11:00:00.000Z', nairaKobo: kobo(1), payouts: 1 },
    { at: '2026-11-21T12:00:00.000Z', nairaKobo: kobo(3), payouts: 3 },
  ]);
  expect(day.settlement).toMatchObject({ payouts: 4, medianSeconds: 180 });
  expect(day.settlement.within.map(({ payouts }) => payouts)).toEqual([1, 1, 0, 1, 0, 0, 0, 1]);
  expect(day.rails).toEqual([
    { rail: 'monnify', paid: 1, failed: 1, unknown: 1 },
    { rail: 'paystack', paid: 3, failed: 0, unknown: 0 },
  ]);
  // Read again after ten seconds, not at each look.
  await database.query(`update payout set rail = 'other' where rail = 'monnify'`);
  expect((await readDay()).rails).toEqual(day.rails);
  clock.advance(10_000);
  expect((await readDay()).rails.map(({ rail }) => rail)).toEqual(['other', 'paystack']);
});

test('[S4] a source of rates that is silent for minutes is shown, and is work', async () => {
  await database.query(
    `insert into rate_source (source, asked_at, answered_at, coins)
     values ('a', now(), now(), 12), ('b', now(), now() - interval '6 minutes', 0), ('old', now() - interval '2 hours', null, 0)`,
  );
  const { sources } = await createDay({ database, clock: createTestClock(NOW) })();
  expect(sources).toMatchObject([
    { source: 'a', coins: 12, isDead: false },
    { source: 'b', isDead: true },
  ]);
  expect(
    (await listWork({ database, listSupplies: async () => [] }, 'administrator')).find(
      ({ kind }) => kind === 'sources',
    ),
  ).toMatchObject({
    count: 1,
  });
});
