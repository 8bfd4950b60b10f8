// A customer is told of a decision on an order that stands, once, and not before its own five seconds are over; of one
// that was taken back they hear nothing. The same goes for their merchants' programs and for payers' mails.
import type { OrderId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { inOrder } from '../../events.ts';
import { createWorker, type Worker } from '../../platform/queue.ts';
import { salesHandlers } from '../../sales/handlers.ts';
import { approveOrder } from '../../sales/orders/approve-order.ts';
import { declineOrder } from '../../sales/orders/decline-order.ts';
import { undoDecision } from '../../sales/orders/undo-decision.ts';
import { notificationHandlers } from './handlers.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

/** Two servers’ workers, of all that happens without a bank. */
function startWorkers(): readonly Worker[] {
  const { database, clock } = orders;
  const dependencies = {
    ...orders,
    currentRates: orders.rates.currentRates,
    settings: createTestSettings(database),
    quoteSigner: testQuoteSigner,
    log: silentLog,
    publicOrigin: 'https://kobogate.test',
    texter: null,
  };
  const handlers = inOrder([salesHandlers(dependencies), notificationHandlers(dependencies)]);
  return [1, 2].map(() => createWorker({ database, clock, log: silentLog, handlers }));
}

/** An order whose coins are there, of which nothing is waiting to be told. */
async function start() {
  const workers = startWorkers();
  const drain = () => Promise.all(workers.map((worker) => worker.drain()));
  const { id: orderId } = await orders.convert('10');
  await orders.fund(await orders.deposit(10));
  await drain();
  const decision = () => ({
    orderId,
    adminId: orders.admin.userId,
    dueAt: () => new Date(orders.clock.now().getTime() + 5000),
  });
  return {
    orderId,
    approve: () => approveOrder(orders, decision()),
    decline: () => declineOrder(orders, { ...decision(), reason: 'The name differs.' }),
    undo: () => undoDecision(orders, decision()),
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        orders.clock.advance(1000);
        await drain();
      }
    },
    told: () => toldOf(orderId),
  };
}

/** What the order's owner was told of decisions: in the app, by mail, and on its page. */
async function toldOf(orderId: OrderId): Promise<readonly string[]> {
  const rows = await orders.database.query<{ text: string }>(
    `select message as text from notification where page like '%' || $1::text
     union all select 'mail: ' || (payload ->> 'subject') from event where type = 'mail.send' and payload ->> 'text' like '%' || $1::text || '%'
     union all select 'page: ' || text from order_event where order_id = $1::uuid and type in ('approved', 'declined', 'approval-undone')`,
    [orderId],
  );
  return rows.map(({ text }) => text).toSorted();
}

const APPROVED = [
  expect.stringMatching(/^Your conversion of .* was approved\. .* is on its way to /),
  'mail: Your conversion was approved',
  'page: Approved. The naira is on its way to the bank.',
];
const DECLINED = [
  expect.stringMatching(/^Your conversion of .* was declined/),
  'mail: Your conversion was declined',
  expect.stringMatching(/^page: Declined: /),
];

test.each(['approve', 'decline'] as const)(
  'to %s, take that back and do it again is told once, in the time of the second',
  async (verb) => {
    const { undo, pass, told, ...acts } = await start();
    await acts[verb]();
    await pass(3);
    await undo();
    await acts[verb]();
    await pass(4);
    expect(await told()).toEqual([]);
    await pass(20);
    expect(await told()).toEqual(verb === 'approve' ? APPROVED : DECLINED);
  },
);

test('an approval before the coins says that the naira waits for them', async () => {
  const { pass } = await start();
  const { id: orderId } = await orders.convert('20');
  await approveOrder(orders, { orderId, adminId: orders.admin.userId });
  await pass(6);
  expect((await toldOf(orderId))[0]).toMatch(/ was approved\. .* as soon as the coins have arrived\.$/);
});

test('of an approval that was taken back for a decline, only the decline is told', async () => {
  const { approve, decline, undo, pass, told } = await start();
  await approve();
  await pass(2);
  await undo();
  await decline();
  await pass(4);
  expect(await told()).toEqual([]);
  // No worker runs for a while: what waited before is late.
  orders.clock.advance(60_000);
  await pass(20);
  expect(await told()).toEqual(DECLINED);
});

test('of a decision that was taken back for good nothing is told, and no review begins again', async () => {
  const { approve, decline, undo, pass, told, orderId } = await start();
  const held = `select from event where type = 'order.held' and payload ->> 'orderId' = $1`;
  await approve();
  await pass(4);
  await undo();
  await decline();
  await pass(4);
  await undo();
  expect(await orders.database.query(held, [orderId])).toEqual([]);
  await pass(20);
  expect(await told()).toEqual([]);
  expect(await orders.read(orderId)).toMatchObject({ status: 'pending' });
});

test('an approval that was told of and is taken back later is told of as such, and a new one as new', async () => {
  const { approve, undo, pass, told } = await start();
  await approve();
  await pass(20);
  await undo();
  await pass(2);
  const undone = [...APPROVED, 'page: The approval was taken back before any naira left. We review the order again.'];
  expect(await told()).toEqual(
    expect.arrayContaining([...undone, expect.stringMatching(/^A person reviews your conversion/)]),
  );
  await approve();
  await pass(20);
  expect((await told()).filter((text) => text.startsWith('Your conversion'))).toHaveLength(2);
});

test('of an approval that was taken back before its customer could be told, and given again, only the second is told', async () => {
  const { orderId, undo, pass, told } = await start();
  const at = { orderId, adminId: orders.admin.userId };
  // No worker runs between these.
  await approveOrder(orders, at);
  await undo();
  await approveOrder(orders, at);
  await pass(2);
  expect((await told()).filter((text) => text.startsWith('Your conversion'))).toHaveLength(1);
});
