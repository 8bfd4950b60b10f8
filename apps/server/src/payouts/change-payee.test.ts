// The naira of a payout that did not go through goes to another account of its owner's: chosen by them, looked at by the
// team, once, and never while an earlier payout is under way or may have been paid.
import type { OrderId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { signIn } from '@kobogate/testkit/identity/sessions.ts';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { saveApprovals } from '../controls/settings/save-approvals.ts';
import { balance, payable, verify } from '../ledger/index.ts';
import type { Caller } from '../platform/route.ts';
import { getConversion, presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import { approveOrder } from '../sales/orders/approve-order.ts';
import type { FindAnswer, PayoutInstruction, SendAnswer } from './bank-rail.ts';
import { changePayee, type PayeeDependencies, viewPayee } from './change-payee.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';
import { takeAsPaid } from './take-as-paid.ts';

const CLOSED: SendAnswer = { kind: 'refused', reason: 'the account is closed' };
const OLD = { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'SAMPLE PERSON' };
const NEW = { accountNumber: '0000014579', bankName: 'ACCESS BANK', accountName: 'SAMPLE PERSON' };
const NOT_TWICE = [0, 2 * 60_000, 15 * 60_000, 60 * 60_000, 25 * 60 * 60_000];

let sample: TestPayouts;
let dependencies: PayoutDependencies & PayeeDependencies;
let caller: Caller;
let sent: PayoutInstruction[];
let script: { send: SendAnswer; find: FindAnswer; knowsBank: boolean; isUp: boolean };
useTestPayouts((its) => {
  sample = its;
  sent = [];
  script = { send: CLOSED, find: { kind: 'not-found' }, knowsBank: true, isUp: true };
  const paying = sample.connect([
    {
      ...idleRail,
      isUp: async () => script.isUp,
      send: async (instruction) => {
        sent.push(instruction);
        return script.send;
      },
      find: async () => script.find,
    },
  ]);
  const directory = {
    codeOn: async () => (script.knowsBank ? '000013' : null),
    hasListOf: () => true,
  };
  dependencies = { ...paying, directory, publicOrigin: 'https://kobogate.test' };
});

const work = () => sample.work(dependencies);
/** An order whose payout the bank refused, and whose owner has another payout account since. */
async function makeRefused(): Promise<OrderId> {
  const orderId = await sample.makeOrder();
  await work();
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', attempt: 1 });
  await moveAccount(NEW);
  return orderId;
}
async function moveAccount(to: typeof NEW): Promise<void> {
  const { userId } = sample.owner;
  await sample.database.query(
    `update bank_account set account_number = $2, bank_name = $3, account_name = $4, bank_code = '044', version = version + 1
     where user_id = $1`,
    [userId, to.accountNumber, to.bankName, to.accountName],
  );
  caller = await signIn(sample.database, userId);
}
const change = (orderId: OrderId, to = NEW) => changePayee(dependencies, { orderId, caller, ...to });
const view = (orderId: OrderId) => viewPayee(dependencies, { orderId, userId: sample.owner.userId });
const show = (orderId: OrderId) => presentOrderForAdmin(sample.database, orderId);
const lines = async (orderId: OrderId) =>
  (await getConversion(sample, { orderId, userId: sample.owner.userId })).timeline.map(({ type }) => type);
const mails = () =>
  sample.database.query<{ text: string }>(`select payload->>'text' as text from event where type = 'mail.send'`);
const retry = async (orderId: OrderId, { userId } = sample.admin) =>
  retryPayout(dependencies, {
    orderId,
    adminId: userId,
    reason: 'Their account was closed',
    version: (await show(orderId)).version,
  });

test('[H-6] it is sent to the account that its owner chose, once one of the team has seen that one, and is paid once', async () => {
  const orderId = await makeRefused();
  expect(await view(orderId)).toEqual({ state: 'open', payee: OLD, present: NEW });
  expect(await change(orderId)).toEqual({ state: 'chosen', payee: NEW, present: NEW });
  expect(await view(orderId)).toEqual({ state: 'chosen', payee: NEW, present: NEW });
  await work();
  expect(sent).toHaveLength(1);
  expect(await show(orderId)).toMatchObject({ payout: 'failed', bankAccount: NEW, formerPayee: OLD });
  expect(await balance(sample.database, payable(sample.owner.userId))).toBe(NAIRA_KOBO);

  script = { ...script, send: { kind: 'accepted' }, find: { kind: 'not-found' } };
  expect(await retry(orderId)).toBe('queued');
  script.find = { kind: 'paid', sessionId: 'session-2' };
  for (const milliseconds of NOT_TWICE) await sample.pass(dependencies, milliseconds);
  expect(sent.map(({ accountNumber, reference }) => [accountNumber, reference.at(-1)])).toEqual([
    [OLD.accountNumber, '1'],
    [NEW.accountNumber, '2'],
  ]);
  expect(await show(orderId)).toMatchObject({ payout: 'paid', bankAccount: NEW, formerPayee: null });
  expect(await view(orderId)).toMatchObject({ state: 'fixed' });
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[H-6] presses at the same moment, and later ones, change it once, and its owner gets one mail without the number', async () => {
  const orderId = await makeRefused();
  const choices = await Promise.all([change(orderId), change(orderId), change(orderId)]);
  expect(choices.map(({ state }) => state)).toEqual(['chosen', 'chosen', 'chosen']);
  await change(orderId);
  expect((await lines(orderId)).filter((type) => type === 'payout-readdressed')).toHaveLength(1);
  const told = await mails();
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain('₦16,000.00');
  expect(told[0]?.text).toContain('ends in 4579 at ACCESS BANK');
  expect(told[0]?.text).not.toContain(NEW.accountNumber);
});

test('[P4] while one of the team sends it again, either the new account is paid, or the press is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    script.send = CLOSED;
    await moveAccount(OLD);
    const orderId = await makeRefused();
    script.send = { kind: 'accepted' };
    const { version } = await show(orderId);
    const before = sent.length;
    const sending = retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Once more', version });
    const [changed, retried] = await Promise.allSettled([change(orderId), sending]);
    await work();
    // The second one finds the order changed.
    expect([changed.status, retried.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(sent.slice(before).map(({ accountNumber }) => accountNumber)).toEqual(
      retried.status === 'fulfilled' ? [OLD.accountNumber] : [],
    );
    const loser = changed.status === 'rejected' ? changed : retried;
    expect(loser).toMatchObject({ reason: { status: 409 } });
  }
});

test('[P6] [C4] one of the team who has not seen the account does not send it there', async () => {
  const orderId = await makeRefused();
  const { version } = await show(orderId);
  await change(orderId);
  const send = (seen?: number) =>
    retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Once more', version: seen });
  await expect(send(version)).rejects.toMatchObject({ status: 409 });
  await expect(send()).rejects.toMatchObject({ status: 409 });
  await work();
  expect(sent).toHaveLength(1);
});

test('[P1] a failed payout that is called paid stays with its account, and taken as paid after a change it says where it went', async () => {
  const orderId = await makeRefused();
  await moveAccount(OLD);
  const changed = await makeRefused();
  await change(changed);
  script.find = { kind: 'paid', sessionId: 'session-1' };
  for (const milliseconds of NOT_TWICE) await sample.pass(dependencies, milliseconds);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', needsPerson: true });
  expect(await view(orderId)).toMatchObject({ state: 'fixed' });
  await expect(change(orderId)).rejects.toMatchObject({ status: 409, message: /may have been paid/ });
  // The bank is asked about it before another one is made.
  await expect(retry(changed)).rejects.toMatchObject({ status: 409 });
  expect(sent).toHaveLength(2);

  const second = await insertCustomer(sample.database, { isAdmin: true });
  for (const { userId } of [sample.admin, second]) {
    await takeAsPaid(dependencies, { orderId: changed, adminId: userId, reference: 'session-1', reason: 'Its letter' });
  }
  expect(await show(changed)).toMatchObject({ payout: 'paid', bankAccount: OLD, formerPayee: null });
  expect((await verify(sample.database)).ok).toBe(true);
});

test.each<[string, () => void]>([
  ['under way', () => (script.send = { kind: 'accepted' })],
  ['unknown', () => (script.send = { kind: 'unknown', reason: 'no answer' })],
  ['queued for a bank that is down', () => (script.isUp = false)],
])('[P1] a payout that is %s stays with its account', async (_, prepare) => {
  prepare();
  const orderId = await sample.makeOrder();
  await work();
  await moveAccount(NEW);
  const before = await sample.newest(orderId);
  await expect(change(orderId)).rejects.toMatchObject({ status: 409 });
  expect(await sample.newest(orderId)).toEqual(before);
  expect(await show(orderId)).toMatchObject({ bankAccount: OLD });
});

test('[P9] a queued payout to whose bank no rail pays any more ends, and its naira goes to another account', async () => {
  script.isUp = false;
  const orderId = await sample.makeOrder();
  await work();
  await moveAccount(NEW);
  script.knowsBank = false;
  expect(await view(orderId)).toMatchObject({ state: 'open' });
  await change(orderId);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', sends: 0 });
  script = { ...script, isUp: true, knowsBank: true, send: { kind: 'accepted' } };
  await sample.pass(dependencies, 60 * 60_000);
  expect(sent).toEqual([]);
  await retry(orderId);
  await work();
  expect(sent.map(({ accountNumber }) => accountNumber)).toEqual([NEW.accountNumber]);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[I5] while the books are compared with the banks an order keeps its account, by which a lost payout is booked', async () => {
  const orderId = await makeRefused();
  await whileFenced(sample.database, sample.admin.userId, async () => {
    await expect(change(orderId)).rejects.toMatchObject({ status: 503 });
    expect(await show(orderId)).toMatchObject({ bankAccount: OLD });
  });
  expect(await change(orderId)).toMatchObject({ state: 'chosen' });
});

test('[C1] [A8] only its owner, signed in, and only to the payout account that they saw', async () => {
  const orderId = await makeRefused();
  const stranger = await insertCustomer(sample.database);
  const theirs = await signIn(sample.database, stranger.userId);
  await expect(viewPayee(dependencies, { orderId, userId: stranger.userId })).rejects.toMatchObject({ status: 404 });
  await expect(changePayee(dependencies, { orderId, caller: theirs, ...OLD })).rejects.toMatchObject({ status: 404 });
  await expect(change(orderId, OLD)).rejects.toMatchObject({ status: 409 });
  await expect(change(orderId, { ...NEW, bankName: 'GTBANK' })).rejects.toMatchObject({ status: 409 });
  await sample.database.query(`delete from session where user_id = $1`, [sample.owner.userId]);
  await expect(change(orderId)).rejects.toMatchObject({ status: 401 });
  expect(await show(orderId)).toMatchObject({ bankAccount: OLD });
});

// Last: the threshold stays, for these two.
test('[P6] [C3] above the second threshold two approve the account, and approvals of the one before count no more', async () => {
  const second = await insertCustomer(sample.database, { isAdmin: true });
  const third = await insertCustomer(sample.database, { isAdmin: true });
  const orderId = await makeRefused();
  const rule = { secondAboveKobo: String(NAIRA_KOBO - 1n) };
  await saveApprovals(sample, { version: 0, value: rule, adminId: sample.admin.userId });
  await sample.database.query(
    `update customer_order set first_approved_by = $2, first_approved_at = now() where id = $1`,
    [orderId, second.userId],
  );
  await change(orderId);
  expect(await show(orderId)).toMatchObject({ firstApproval: null });
  expect(await retry(orderId)).toBe('first');
  await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
  await moveAccount({ ...NEW, accountNumber: '1000000007' });
  await change(orderId, { ...NEW, accountNumber: '1000000007' });
  // The first saw another account.
  expect(await retry(orderId, second)).toBe('first');
  await work();
  expect(sent).toHaveLength(1);
  script.send = { kind: 'accepted' };
  expect(await retry(orderId, third)).toBe('queued');
  await work();
  expect(sent.at(-1)).toMatchObject({ accountNumber: '1000000007' });
});

test('[P6] [P10] above it the first of two approves the account by the bank’s answer then: where that is another one since, both see it', async () => {
  const second = await insertCustomer(sample.database, { isAdmin: true });
  await moveAccount(OLD);
  const orderId = await sample.makeOrder();
  await approveOrder(dependencies, { orderId, adminId: second.userId });
  await work();
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed' });
  await moveAccount(NEW);
  await sample.database.query(`update bank_account set name_resolution = 'unresolved', resolved_name = null`);
  await change(orderId);
  expect(await retry(orderId)).toBe('first');
  dependencies = {
    ...dependencies,
    askName: async () => ({ nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES' }),
  };
  await expect(retry(orderId, second)).rejects.toMatchObject({ status: 409, code: 'changed' });
  expect(await show(orderId)).toMatchObject({ firstApproval: null });
  expect(await retry(orderId, second)).toBe('first');
  expect(await retry(orderId)).toBe('queued');
});
