// A refund leaves with one approval or two, by its value, and never while its owner owes us the same coin.
import type { DepositId, RefundId, UserId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestProof, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance, custody, customer, post, railFloat, receivable, refunding, verify } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { newId } from '../../platform/identifiers.ts';
import { PutBack } from '../../platform/queue.ts';
import { recordChange } from '../../controls/index.ts';
import { decideRefund } from './decide-refund.ts';
import { refundHandlers } from './handlers.ts';
import { requestRefund } from './request-refund.ts';
import { viewAllRefunds } from './view-refunds.ts';

const USDT = 'USDT@ethereum';
const TEN = 10_000_000n;
const { currentRates, set: setRate } = createTestRates({ USDT: '1500' });
let sample: TestDatabase;
let admins: UserId[];
let owner: TestCustomer;
let depositId: DepositId;
let version = 0;

beforeAll(async () => {
  sample = await createTestDatabase();
  admins = [];
  for (let count = 0; count < 3; count += 1) {
    admins.push((await insertCustomer(sample.database, { isAdmin: true })).userId);
  }
});
afterAll(() => sample.drop());
beforeEach(async () => {
  setRate('USDT', '1500');
  owner = await insertCustomer(sample.database);
  depositId = await insertDeposit(sample.database, owner, { amount: TEN });
});

const ask = async () =>
  requestRefund(
    { database: sample.database, clock: systemClock, proveOwner: createTestProof('') },
    {
      caller: await signIn(sample.database, owner.userId),
      asset: USDT,
      amount: '5',
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      password: '',
      code: '',
      idempotencyKey: undefined,
    },
  );
const decide = (id: RefundId, status: 'approved' | 'declined', by = admins[0] ?? idFor<UserId>('')) =>
  decideRefund(
    { database: sample.database, currentRates },
    { id, adminId: by, status, reason: status === 'declined' ? 'Please write to us.' : null },
  );
const statusOf = async (id: string) =>
  (await viewAllRefunds({ database: sample.database, currentRates })).find((refund) => refund.id === id)?.status;
const free = () => balance(sample.database, customer(owner.userId, USDT));
const aside = () => balance(sample.database, refunding(owner.userId, USDT));
const owed = () => balance(sample.database, receivable(owner.userId, USDT));

/** As the watcher books it: the credited amount is owed. */
const revert = () =>
  sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: depositId,
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: receivable(owner.userId, USDT), credit: custody(USDT), amount: TEN }],
      },
    ]),
  );

test('[C4] a decision on another version than that of now is refused, and nothing happens', async () => {
  const { id } = await ask();
  const seen = (await viewAllRefunds({ database: sample.database, currentRates })).find((refund) => refund.id === id);
  const decideOn = (read: number | undefined) =>
    decideRefund(
      { database: sample.database, currentRates },
      { id, adminId: admins[0] ?? idFor<UserId>(''), status: 'declined', reason: null, version: read },
    );
  await sample.database.query(`update refund set fee = fee + 1 where id = $1`, [id]);
  await expect(decideOn(seen?.version)).rejects.toMatchObject({ status: 409, code: 'changed' });
  expect(await statusOf(id)).toBe('requested');
  const now = (await viewAllRefunds({ database: sample.database, currentRates })).find((refund) => refund.id === id);
  await decideOn(now?.version);
  expect(await statusOf(id)).toBe('declined');
});

test('a declined one gives the coins back, once, also with simultaneous decisions', async () => {
  const { id } = await ask();
  const tries = await Promise.allSettled([decide(id, 'declined'), decide(id, 'approved'), decide(id, 'declined')]);
  expect([tries[0], tries[2]].filter((each) => each?.status === 'fulfilled')).toHaveLength(1);
  await expect(decide(id, 'declined')).rejects.toMatchObject({ status: 409 });
  expect(await statusOf(id)).toBe('declined');
  expect([await free(), await aside()]).toEqual([TEN, 0n]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('an approved one can still be declined until it is in a plan, and not be approved again', async () => {
  const { id } = await ask();
  await decide(id, 'approved');
  await expect(decide(id, 'approved')).rejects.toMatchObject({ status: 409 });
  expect(await decide(id, 'declined')).toMatchObject({ status: 'declined' });
  expect([await free(), await aside()]).toEqual([TEN, 0n]);
});

test('[C3] no administrator decides on their own refund', async () => {
  const { id } = await ask();
  await expect(decide(id, 'approved', owner.userId)).rejects.toThrow(/another person of the team/);
  await expect(decide(newId(), 'approved')).rejects.toThrow(/no such refund/);
  expect(await decide(id, 'approved')).toMatchObject({ status: 'approved' });
});

test('nothing leaves a disabled account', async () => {
  const { id } = await ask();
  await sample.database.query(`update app_user set disabled_at = now() where id = $1`, [owner.userId]);
  await expect(decide(id, 'approved')).rejects.toMatchObject({ status: 403 });
  expect(await decide(id, 'declined')).toMatchObject({ status: 'declined' });
});

describe('above the threshold of two administrators', () => {
  const setThreshold = (secondAboveKobo: string | null) =>
    sample.database.transaction(async (tx) => {
      const change = {
        subject: 'approvals' as const,
        version,
        before: null,
        adminId: admins[0] ?? idFor<UserId>(''),
      };
      await recordChange(tx, { ...change, after: { secondAboveKobo } });
      version += 1;
    });

  test('[C3] it needs another one, an administrator appointed today is neither, and a refund without a rate counts as above', async () => {
    // Five coins at 1500 naira are 7500.
    await setThreshold('749999');
    const { id } = await ask();
    await sample.database.query(`update app_user set admin_since = now() where id = $1`, [admins[2]]);
    await expect(decide(id, 'approved', admins[2])).rejects.toMatchObject({ status: 403 });
    expect(await decide(id, 'approved', admins[0])).toMatchObject({
      status: 'requested',
      firstApproval: { adminId: admins[0], by: 'Sample Person' },
    });
    await expect(decide(id, 'approved', admins[0])).rejects.toThrow(/this refund already/);
    // Demoted and appointed again: earlier approvals no longer count, as the account may have been stolen.
    const again = (at: string) =>
      sample.database.query(`update app_user set admin_since = ${at} where id = $1`, [admins[0]]);
    await again('clock_timestamp()');
    expect(await decide(id, 'approved', admins[1])).toMatchObject({ firstApproval: { adminId: admins[1] } });
    await again('null');
    expect(await decide(id, 'approved', admins[0])).toMatchObject({ status: 'approved' });
    const acts = await sample.database.query<{ action: string }>(
      `select action from admin_action where user_id = $1 order by at`,
      [owner.userId],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'refund-first-approved',
      'refund-first-approved',
      'refund-approved',
    ]);
    await setThreshold('750000');
    expect(await decide((await ask()).id, 'approved')).toMatchObject({ status: 'approved' });
    setRate('USDT', null);
    await insertDeposit(sample.database, owner, { amount: TEN });
    expect(await decide((await ask()).id, 'approved')).toMatchObject({ status: 'requested' });
    await setThreshold(null);
  });
});

describe('a deposit that the chain takes back', () => {
  const work = (errors: unknown[] = []) =>
    refundHandlers({
      database: sample.database,
      log: { ...silentLog, error: (facts: unknown) => errors.push(facts) },
    })['deposit.reverted']({ depositId });

  test('declines refunds that are in no plan yet, and pays the debt with them, however often it is handled', async () => {
    const [requested, approved] = [await ask(), await ask()];
    await decide(approved.id, 'approved');
    await revert();
    const third = decide(requested.id, 'approved');
    await expect(third).rejects.toThrow(/owe us/);
    await work();
    await work();
    expect([await statusOf(requested.id), await statusOf(approved.id)]).toEqual(['declined', 'declined']);
    expect([await free(), await aside(), await owed()]).toEqual([0n, 0n, 0n]);
    const told = await sample.database.query(
      `select type from event where payload->>'refundId' = any($1::text[]) and type = 'refund.declined'`,
      [[requested.id, approved.id]],
    );
    expect(told).toHaveLength(2);
    expect((await verify(sample.database)).differences).toEqual([]);
  });

  test('raises an alarm where one is in a plan, and leaves it as it is', async () => {
    const { id } = await ask();
    const planId = newId();
    await sample.database.query(
      `insert into spending_plan (id, network, body, has_refunds) values ($1, 'ethereum', '', true)`,
      [planId],
    );
    await sample.database.query(`update refund set status = 'planned', plan_id = $2 where id = $1`, [id, planId]);
    await revert();
    const errors: unknown[] = [];
    await work(errors);
    expect(errors).toMatchObject([{ refundId: id, status: 'planned' }]);
    expect([await statusOf(id), await aside()]).toEqual(['planned', 5_000_000n]);
  });

  test('leaves refunds of customers without a debt alone', async () => {
    const { id } = await ask();
    await work();
    expect(await statusOf(id)).toBe('requested');
  });
});

test('[I5] while a fence is up no refund is asked for, approved or declined: older books may not know that it was paid', async () => {
  const { id } = await ask();
  await whileFenced(sample.database, admins[0] ?? idFor<UserId>(''), async () => {
    await expect(ask()).rejects.toMatchObject({ status: 503 });
    for (const status of ['approved', 'declined'] as const) {
      await expect(decide(id, status)).rejects.toMatchObject({ status: 503, message: /nothing leaves for now/ });
    }
    expect([await statusOf(id), await free(), await aside()]).toEqual(['requested', 5_000_000n, 5_000_000n]);
  });
  await decide(id, 'declined');
  expect([await statusOf(id), await free(), await aside()]).toEqual(['declined', TEN, 0n]);
});

test('[I5] [D6] while a fence is up no refund of coins that the chain took back is declined, and it is once the fence is lifted', async () => {
  const { id } = await ask();
  await revert();
  const work = () => refundHandlers({ ...sample, log: silentLog })['deposit.reverted']({ depositId });
  await whileFenced(sample.database, admins[0] ?? idFor<UserId>(''), async () => {
    await expect(work()).rejects.toBeInstanceOf(PutBack);
    expect([await statusOf(id), await aside()]).toEqual(['requested', 5_000_000n]);
  });
  await work();
  expect([await statusOf(id), await aside()]).toEqual(['declined', 0n]);
});

test('[I5] no refund leaves for a customer with an unsettled transfer without an order', async () => {
  const { id } = await ask();
  const debt = { debit: receivable(owner.userId, 'NGN'), credit: railFloat('budpay'), amount: 1_000n };
  const move = (transfers: (typeof debt)[]) =>
    sample.database.transaction((tx) =>
      post(tx, [{ source: 'sample', sourceId: newId(), description: 'Sample', transfers }]),
    );
  await move([debt]);
  await expect(decide(id, 'approved')).rejects.toMatchObject({ status: 409 });
  await move([{ debit: debt.credit, credit: debt.debit, amount: debt.amount }]);
  await decide(id, 'approved');
  expect(await statusOf(id)).toBe('approved');
});
