// Coins of a sender on the operator's list never become naira automatically: the order waits for an administrator who
// knows of it, even if it was cleared before; the customer reads a neutral sentence, and an unreadable list leaves the last
// one in force.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import type { DepositId, OrderId } from '@kobogate/contract';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail, makePayableOrder } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, silentBank, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { getConversion, getOrderForAdmin, presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import { saveApprovals } from '../controls/settings/save-approvals.ts';
import { listHits, loadList } from '../controls/sanctions/db.ts';
import { isStale, refreshList } from '../controls/sanctions/load-list.ts';
import { createScreening } from '../controls/sanctions/screen.ts';
import type { Database } from '../platform/database.ts';

const LISTED = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const WHY = 'The authority has released these coins.';
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let sample: TestDatabase;
let admin: TestCustomer;
let folder: string;
const clock = createTestClock(new Date('2026-11-21T12:00:00Z'));

beforeAll(async () => {
  sample = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kobogate-sanctions-'));
  admin = await insertCustomer(sample.database, { isAdmin: true });
});
afterAll(async () => {
  await sample.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => give(`# date: 2026-11-20\n${LISTED}\n`));

async function give(text: string): Promise<void> {
  const file = join(folder, 'list.txt');
  await writeFile(file, text);
  await utimes(file, new Date('2026-11-01T12:00:00Z'), new Date('2026-11-01T12:00:00Z'));
  await refreshList({ database: sample.database, clock, log: silentLog, sanctionsFiles: [file] });
}

/** A covered order whose deposit came from `sender`; approved, or cleared by the policy alone. */
async function makeOrder(sender: string, clearedBy: 'admin' | 'policy') {
  const { database } = sample;
  const owner = await insertCustomer(database);
  const orderId = await makePayableOrder({ database, clock }, { owner, admin });
  if (clearedBy === 'policy') {
    await database.query(
      `update customer_order set status = 'processing', decided_by = null, decided_at = null where id = $1`,
      [orderId],
    );
  }
  const [deposit] = await database.query<{ id: DepositId }>(`select id from deposit where user_id = $1`, [
    owner.userId,
  ]);
  const depositId = deposit?.id ?? idFor<DepositId>('');
  await database.query(`insert into deposit_sender values ($1, $2)`, [depositId, sender.toLowerCase()]);
  return { orderId, depositId, owner };
}

async function pay(orderId: OrderId) {
  const { database } = sample;
  await createPayout({ database, rails: [idleRail], settings: createTestSettings(database) }, { orderId });
  const [order] = await database.query<{ status: string; payout: string }>(
    `select status, payout from customer_order where id = $1`,
    [orderId],
  );
  return order;
}

test.each(['policy', 'admin'] as const)(
  'an order cleared by %s before the listing was known waits for an administrator, and leaves once one approves',
  async (by) => {
    const { orderId, owner, depositId } = await makeOrder(LISTED, by);
    expect(await pay(orderId)).toEqual({ status: 'pending', payout: 'none' });
    expect(await pay(orderId)).toEqual({ status: 'pending', payout: 'none' });
    expect((await listHits(sample.database)).filter((hit) => hit.depositId === depositId)).toMatchObject([
      { userId: owner.userId, address: LISTED, listedOn: '2026-11-20', orderIds: [orderId], amount: 10_000_000n },
    ]);
    const events = await sample.database.query<{ text: string }>(
      `select text from order_event where order_id = $1 and type = 'held'`,
      [orderId],
    );
    expect(events).toHaveLength(1);
    expect(events[0]?.text).not.toMatch(/sanction|list|sender|address/i);
    await approveOrder({ ...sample, askName: silentBank }, { orderId, adminId: admin.userId, reason: WHY });
    expect(await pay(orderId)).toEqual({ status: 'approved', payout: 'queued' });
  },
);

test('[C4] a newly listed sender refuses a decision on what was on screen before', async () => {
  const { database } = sample;
  const { orderId } = await makeOrder(OTHER, 'policy');
  await database.query(`update customer_order set status = 'pending' where id = $1`, [orderId]);
  const { version } = await presentOrderForAdmin(database, orderId);
  await give(`# date: 2026-11-21\n${LISTED}\n${OTHER}\n`);
  const dependencies = { ...sample, askName: silentBank };
  await expect(
    approveOrder(dependencies, { orderId, adminId: admin.userId, reason: WHY, version }),
  ).rejects.toMatchObject({ status: 409, code: 'changed' });
  expect(await presentOrderForAdmin(database, orderId)).toMatchObject({ status: 'pending', listedSenders: [OTHER] });
});

test('an order with a listed sender takes a reason to be approved, which administrators read and its owner does not', async () => {
  const { database } = sample;
  const { orderId, owner } = await makeOrder(LISTED, 'policy');
  await pay(orderId);
  expect(await presentOrderForAdmin(database, orderId)).toMatchObject({ status: 'pending', listedSenders: [LISTED] });
  await expect(
    approveOrder({ ...sample, askName: silentBank }, { orderId, adminId: admin.userId }),
  ).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining(LISTED),
  });
  expect(await pay(orderId)).toEqual({ status: 'pending', payout: 'none' });
  await approveOrder({ ...sample, askName: silentBank }, { orderId, adminId: admin.userId, reason: WHY });
  const forAdmin = await getOrderForAdmin(sample, orderId);
  expect(forAdmin.timeline.filter(({ text }) => text.includes(WHY))).toMatchObject([{ type: 'approval-reason' }]);
  expect(JSON.stringify(await getConversion(sample, { orderId, userId: owner.userId }))).not.toMatch(
    new RegExp(`${WHY}|${LISTED}|sanction`, 'i'),
  );
  const actions = await database.query(`select action, reason from admin_action where order_id = $1 order by at`, [
    orderId,
  ]);
  expect(actions.at(-1)).toEqual({ action: 'order-approved', reason: WHY });
});

test('a newly listed sender who went unnoticed is shown, and needs a decision, at once', async () => {
  const { orderId } = await makeOrder(OTHER, 'policy');
  await sample.database.query(`update customer_order set status = 'pending' where id = $1`, [orderId]);
  expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({ listedSenders: [] });
  await give(`${LISTED}\n${OTHER}\n`);
  expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({ listedSenders: [OTHER] });
  await expect(
    approveOrder({ ...sample, askName: silentBank }, { orderId, adminId: admin.userId }),
  ).rejects.toMatchObject({ status: 422 });
  await approveOrder({ ...sample, askName: silentBank }, { orderId, adminId: admin.userId, reason: WHY });
  expect(await pay(orderId)).toEqual({ status: 'approved', payout: 'queued' });
});

test('a sender who is not listed is no reason to wait, until a list names them', async () => {
  expect(await pay((await makeOrder(OTHER, 'policy')).orderId)).toMatchObject({ payout: 'queued' });
  const { orderId } = await makeOrder(OTHER, 'policy');
  await give(`${LISTED}\n${OTHER}\n`);
  expect(await pay(orderId)).toEqual({ status: 'pending', payout: 'none' });
});

test.each([
  ['more than it needs', `update customer_order set received = amount + 1 where id = $1`, 'pending'],
  ['it is declined', `update customer_order set status = 'declined', received = amount where id = $1`, 'pending'],
  ['it ignores them', `update order_deposit set order_id = null where order_id = $1`, 'pending'],
  ['just what it needs', `update customer_order set received = amount where id = $1`, 'processing'],
])('a listed sender’s coins for a payment are in a conversion where %s', async (what, change, status) => {
  const { database } = sample;
  const { orderId, owner } = await makeOrder(OTHER, 'policy');
  const payment = await insertOpenedPayment(database, owner.userId);
  const depositId = await insertArrival(database, payment.orderId, { amount: 15_625_000n });
  await database.query(`insert into order_deposit (deposit_id, order_id) values ($1, $2)`, [
    depositId,
    payment.orderId,
  ]);
  await database.query(change, [payment.orderId]);
  await database.query(`insert into deposit_sender values ($1, $2)`, [depositId, LISTED.toLowerCase()]);
  await createScreening(sample)(depositId);
  const hit = (await listHits(database)).find((found) => found.depositId === depositId);
  const isWhole = status === 'processing';
  expect(hit?.orderIds.toSorted()).toEqual((isWhole ? [payment.orderId] : [orderId, payment.orderId]).toSorted());
  expect(await pay(orderId), what).toMatchObject({ status });
});

test('a new list is compared with all that came before it, once, and the administrators get one mail for all that it names', async () => {
  const { database } = sample;
  const made = await makeOrder(OTHER, 'policy');
  const mails = async () =>
    database.query<{ text: string }>(
      `select payload ->> 'text' as text from event where type = 'mail.send' and payload ->> 'to' = $1 order by id`,
      [`${admin.userId}@kobogate.test`],
    );
  const before = (await mails()).length;
  await give(`${LISTED}\n${OTHER}\n`);
  const hits = (await listHits(database)).filter(({ depositId }) => depositId === made.depositId);
  expect(hits).toMatchObject([{ address: OTHER, orderIds: [made.orderId] }]);
  expect((await mails()).slice(before)).toMatchObject([{ text: expect.stringContaining(OTHER) }]);
  await give(`${LISTED}\n`);
  await give(`${LISTED}\n${OTHER}\n`);
  expect(await mails()).toHaveLength(before + 1);
});

test('a deposit is checked when it counts, and the administrators get one mail per sender', async () => {
  const { depositId } = await makeOrder(LISTED, 'policy');
  const mails = async () =>
    (
      await sample.database.query(`select 1 from event where type = 'mail.send' and payload ->> 'to' = $1`, [
        `${admin.userId}@kobogate.test`,
      ])
    ).length;
  const before = await mails();
  await Promise.all([createScreening(sample)(depositId), createScreening(sample)(depositId)]);
  await createScreening(sample)(depositId);
  expect(await mails()).toBe(before + 1);
});

test('a file that is missing, empty or malformed leaves the last list in force; its date is its own, else the file’s', async () => {
  expect(await loadList(sample.database)).toMatchObject({ listedOn: '2026-11-20', addresses: 1, unread: 0 });
  await give('<html>404</html>');
  await give('');
  await refreshList({
    database: sample.database,
    clock,
    log: silentLog,
    sanctionsFiles: [join(folder, 'no-such-file')],
  });
  expect(await loadList(sample.database)).toMatchObject({ listedOn: '2026-11-20', addresses: 1 });
  await give(`${LISTED}\n${OTHER}\nmonero\n`);
  expect(await loadList(sample.database)).toMatchObject({ listedOn: '2026-11-01', addresses: 2, unread: 1 });
});

test('of several files one without an address leaves the whole last list in force', async () => {
  await give(`${LISTED}\n`);
  const [whole, broken] = [join(folder, 'whole.txt'), join(folder, 'broken.txt')];
  await writeFile(whole, `${OTHER}\n`);
  for (const text of ['', '<html>404</html>', '# date: 2026-11-21\n']) {
    await writeFile(broken, text);
    const log = { ...silentLog, error: vi.fn<() => void>() };
    await refreshList({ database: sample.database, clock, log, sanctionsFiles: [whole, broken] });
    const kept = await sample.database.query(`select address from sanctioned_address`);
    expect([text, kept]).toEqual([text, [{ address: LISTED }]]);
    expect(log.error).toHaveBeenCalledOnce();
  }
  const read = () => refreshList({ database: sample.database, clock, log: silentLog, sanctionsFiles: [whole, broken] });
  await writeFile(broken, `${LISTED}\n`);
  await read();
  expect(await loadList(sample.database)).toMatchObject({ addresses: 2 });
  // Where there was none, a part of it is better.
  await sample.database.query('delete from sanctions_list');
  await writeFile(broken, '');
  await read();
  expect(await loadList(sample.database)).toMatchObject({ addresses: 1 });
});

test('a list is old after a week', () => {
  expect(isStale({ listedOn: '2026-11-01' }, new Date('2026-11-08T23:59:59Z'))).toBe(false);
  expect(isStale({ listedOn: '2026-11-01' }, new Date('2026-11-09T00:00:01Z'))).toBe(true);
});

test('where two are needed each gives a reason, and an approval from before the hit does not count', async () => {
  const { database } = sample;
  const [first, second] = [admin, await insertCustomer(database, { isAdmin: true })];
  const { orderId } = await makeOrder(OTHER, 'policy');
  await database.query(`update customer_order set status = 'pending' where id = $1`, [orderId]);
  // An order of this file is worth more than this; from here on each needs two.
  await saveApprovals(sample, { version: 0, value: { secondAboveKobo: '1000000' }, adminId: first.userId });
  const approve = ({ userId: adminId }: TestCustomer, reason: string | null) =>
    approveOrder({ ...sample, askName: silentBank }, { orderId, adminId, reason });
  await approve(first, null);
  await give(`${LISTED}\n${OTHER}\n`);
  await expect(approve(second, null)).rejects.toMatchObject({ status: 422 });
  expect(await approve(second, WHY)).toMatchObject({ status: 'pending' });
  await expect(approve(second, WHY)).rejects.toMatchObject({ status: 409 });
  await expect(approve(first, null)).rejects.toMatchObject({ status: 422 });
  expect(await approve(first, 'I agree.')).toMatchObject({ status: 'approved' });
  const told = (await getOrderForAdmin(sample, orderId)).timeline.filter(({ type }) => type === 'approval-reason');
  expect(told).toHaveLength(2);
});

test('[H-5] a list that the version before read otherwise is read again, although its files are the same', async () => {
  const { database } = sample;
  const text = `# date: 2026-11-22\n${OTHER}\n`;
  await give(text);
  // As that version left it: with its fingerprint, the files' alone, and without an address that it did not see.
  await database.query(`update sanctions_list set fingerprint = $1`, [createHash('sha256').update(text).digest('hex')]);
  await database.query(`delete from sanctioned_address`);
  await give(text);
  expect(await database.query(`select address from sanctioned_address`)).toEqual([{ address: OTHER }]);
  const known = await loadList(database);
  await give(text);
  expect(await loadList(database)).toEqual(known);
});

test('[H-5] a list that could not be compared with all senders is compared at the next look', async () => {
  const { database } = sample;
  const sender = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const { depositId } = await makeOrder(sender, 'admin');
  const file = join(folder, 'cut-off.txt');
  await writeFile(file, `${sender}\n`);
  const transaction: Database['transaction'] = (work, pace) =>
    pace === 'patient' ? Promise.reject(new Error('cut off')) : database.transaction(work);
  const look = (on: Database) => refreshList({ database: on, clock, log: silentLog, sanctionsFiles: [file] });
  const hits = () => database.query(`select address from sanctions_hit where deposit_id = $1`, [depositId]);
  await expect(look({ ...database, transaction })).rejects.toThrow('cut off');
  expect(await hits()).toEqual([]);
  await look(database);
  expect(await hits()).toEqual([{ address: sender }]);
  const known = await loadList(database);
  await look(database);
  expect(await loadList(database)).toEqual(known);
});
