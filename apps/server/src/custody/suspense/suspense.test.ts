// Coins that are not on offer stay their sender's: in suspense, visible to administrators, credited once as their
// counterpart.
import { type RefundId, SUSPENSE_PAYMENTS_SHOWN, type UserId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balance, custody, customer, post, receivable, suspense, verify } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { decideRefund } from '../refunds/decide-refund.ts';
import { refundHandlers } from '../refunds/handlers.ts';
import { setAside } from '../refunds/set-aside.ts';
import { listBarredRefunds, listDueRefunds } from '../treasury/db.ts';
import { creditSuspense } from './credit-suspense.ts';
import { noteLate } from './db.ts';
import { listLate, listSuspense } from './list-suspense.ts';
import { settleLate } from './settle-late.ts';

const { currentRates } = createTestRates({ USDC: '1500' });
let sample: TestDatabase;
let adminId: UserId;
beforeAll(async () => {
  sample = await createTestDatabase();
  adminId = (await insertCustomer(sample.database, { isAdmin: true })).userId;
});
afterAll(() => sample.drop());

async function keep(asset: string, amount: bigint, of?: UserId): Promise<UserId> {
  const userId = of ?? (await insertCustomer(sample.database)).userId;
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit',
        sourceId: newId(),
        description: 'Deposit confirmed',
        transfers: [{ debit: custody(asset), credit: suspense(userId, asset), amount }],
      },
    ]),
  );
  return userId;
}

const closeAccount = (userId: UserId) =>
  sample.database.query(
    `update app_user set disabled_at = now(), closed_at = now(), erase_from = now() where id = $1`,
    [userId],
  );

test('[D10] a bridged dollar is listed, and credited as the real one, unit for unit and once', async () => {
  const userId = await keep('USDC.e@polygon', 12_500_000n);
  const mine = async () => (await listSuspense({ ...sample, currentRates })).filter((item) => item.userId === userId);
  expect(await mine()).toMatchObject([
    { currency: 'USDC.e', networkName: 'Polygon', amount: '12.5', creditedAs: 'USDC@polygon', nairaKobo: '1875000' },
  ]);
  const once = { adminId, userId, asset: 'USDC.e@polygon', amount: '12.5', idempotencyKey: undefined };
  const clicks = await Promise.allSettled([creditSuspense(sample, once), creditSuspense(sample, once)]);
  expect(clicks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await mine()).toEqual([]);
  expect(await balance(sample.database, customer(userId, 'USDC@polygon'))).toBe(12_500_000n);
  const acts = await sample.database.query(`select action from admin_action where user_id = $1`, [userId]);
  expect(acts).toEqual([{ action: 'suspense-credited' }]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[D10] coins in suspense name the newest payments that brought them, where they came and by which transaction', async () => {
  const owner = await insertCustomer(sample.database);
  const brought: string[] = [];
  for (let minute = 0; minute <= SUSPENSE_PAYMENTS_SHOWN; minute += 1) {
    const seenAt = new Date(Date.UTC(2026, 0, 5, 9, minute));
    brought.unshift(await insertDeposit(sample.database, owner, { asset: 'POL@polygon', amount: 10n ** 18n, seenAt }));
  }
  // One that the chain took back brought nothing.
  await insertDeposit(sample.database, owner, { asset: 'POL@polygon', amount: 1n, status: 'dropped' });
  await keep('POL@polygon', 6n * 10n ** 18n, owner.userId);
  const item = (await listSuspense({ ...sample, currentRates })).find(({ userId }) => userId === owner.userId);
  expect(item).toMatchObject({ amount: '6', creditedAs: null, nairaKobo: null });
  expect(item?.payments.map(({ transaction, amount, network }) => [transaction, amount, network])).toEqual(
    brought.slice(0, SUSPENSE_PAYMENTS_SHOWN).map((id) => [`0x${id}`, '1', 'polygon']),
  );
  const [{ address } = { address: '' }] = await sample.database.query<{ address: string }>(
    `select address from deposit_address where id = $1`,
    [owner.addressId],
  );
  expect(item?.payments[0]).toMatchObject({ address, arrivedAt: '2026-01-05T09:05:00.000Z' });
});

test('[D10] a part that is sent twice with one key, at once or later, is credited once; other coins with it are refused', async () => {
  const userId = await keep('USDC.e@polygon', 12_500_000n);
  const part = { adminId, userId, asset: 'USDC.e@polygon', amount: '5', idempotencyKey: 'pressed-twice' };
  await Promise.all([creditSuspense(sample, part), creditSuspense(sample, part)]);
  await creditSuspense(sample, part);
  expect(await balance(sample.database, customer(userId, 'USDC@polygon'))).toBe(5_000_000n);
  const told = await sample.database.query(
    `select action as what from admin_action where user_id = $1
     union all select type from event where type = 'suspense.credited' and payload ->> 'userId' = $1::text`,
    [userId],
  );
  expect(told).toEqual([{ what: 'suspense-credited' }, { what: 'suspense.credited' }]);
  await expect(creditSuspense(sample, { ...part, amount: '2' })).rejects.toMatchObject({ status: 409 });
  await creditSuspense(sample, { ...part, idempotencyKey: 'pressed-again' });
  expect(await balance(sample.database, suspense(userId, 'USDC.e@polygon'))).toBe(2_500_000n);
});

test('[D10] [D6] what its owner owes of the real one is paid from it at once', async () => {
  const userId = await keep('USDC.e@polygon', 5_000_000n);
  const owed = receivable(userId, 'USDC@polygon');
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: owed, credit: custody('USDC@polygon'), amount: 3_000_000n }],
      },
    ]),
  );
  await creditSuspense(sample, { adminId, userId, asset: 'USDC.e@polygon', amount: '5', idempotencyKey: undefined });
  expect(await balance(sample.database, owed)).toBe(0n);
  expect(await balance(sample.database, customer(userId, 'USDC@polygon'))).toBe(2_000_000n);
});

test('[D10] [D6] a stray that the chain takes back after it was credited is paid for with what it was credited as', async () => {
  const userId = await keep('USDC.e@polygon', 5_000_000n);
  await creditSuspense(sample, { adminId, userId, asset: 'USDC.e@polygon', amount: '4', idempotencyKey: undefined });
  const owed = receivable(userId, 'USDC.e@polygon');
  await sample.database.transaction(async (tx) => {
    await post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: owed, credit: custody('USDC.e@polygon'), amount: 5_000_000n }],
      },
    ]);
    await collectReceivables(tx, [{ userId, asset: 'USDC.e@polygon' }]);
  });
  for (const account of [owed, suspense(userId, 'USDC.e@polygon'), customer(userId, 'USDC@polygon')]) {
    expect(await balance(sample.database, account), account.code).toBe(0n);
  }
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[D10] [D6] a stray that the chain takes back after it was credited stops the refunds of what it was credited as', async () => {
  const { database } = sample;
  const owner = await insertCustomer(database);
  const { userId } = owner;
  const [stray, real] = ['USDC.e@polygon', 'USDC@polygon'];
  const depositId = await insertDeposit(database, owner, { asset: stray, amount: 5_000_000n, status: 'reverted' });
  await keep(stray, 5_000_000n, userId);
  await creditSuspense(sample, { adminId, userId, asset: stray, amount: '5', idempotencyKey: undefined });
  const ids = [newId<RefundId>(), newId<RefundId>()] as const;
  for (const id of ids) {
    const refund = { id, userId, asset: real, amount: 2_500_000n, fee: 1n, address: '0xsample', idempotencyKey: null };
    await database.transaction((tx) => setAside(tx, { ...refund, place: 'balance' }));
  }
  const approve = (id: RefundId) =>
    decideRefund(
      { database, currentRates: createTestRates({ USDC: '1500' }).currentRates },
      { id, adminId, status: 'approved', reason: null },
    );
  await approve(ids[0]);
  expect((await listDueRefunds(database, 'polygon')).map(({ id }) => id)).toEqual([ids[0]]);
  const owed = receivable(userId, stray);
  const transfers = [{ debit: owed, credit: custody(stray), amount: 5_000_000n }];
  await database.transaction((tx) =>
    post(tx, [{ source: 'deposit-reverted', sourceId: depositId, description: 'Taken back', transfers }]),
  );
  // Before the event is handled none leaves either.
  expect(await listDueRefunds(database, 'polygon')).toEqual([]);
  expect(await listBarredRefunds(database, ids)).toEqual([...ids].toSorted());
  await expect(approve(ids[1])).rejects.toThrow(/owe us/);
  await refundHandlers({ database, log: silentLog })['deposit.reverted']({ depositId });
  const refunds = await database.query(`select status from refund where user_id = $1`, [userId]);
  expect(refunds).toEqual([{ status: 'declined' }, { status: 'declined' }]);
  for (const account of [owed, customer(userId, real)]) expect(await balance(database, account)).toBe(0n);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D10] coins of a closed account are not credited as others, which nobody could decide on', async () => {
  const userId = await keep('USDC.e@polygon', 5_000_000n);
  await closeAccount(userId);
  const credit = { adminId, userId, asset: 'USDC.e@polygon', amount: '5', idempotencyKey: undefined };
  await expect(creditSuspense(sample, credit)).rejects.toMatchObject({ status: 409, message: /closed/ });
  expect(await balance(sample.database, suspense(userId, 'USDC.e@polygon'))).toBe(5_000_000n);
});

describe('coins that became final for a closed account', () => {
  const ETH = 'ETH@ethereum';
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const close = async () => {
    const owner = await insertCustomer(sample.database);
    const arrive = async () => {
      const id = await insertDeposit(sample.database, owner, { amount: 10n ** 18n, asset: ETH });
      await sample.database.transaction((tx) => noteLate(tx, [id]));
      return id;
    };
    const [first, second] = [await arrive(), await arrive()];
    await closeAccount(owner.userId);
    return { owner, first, second };
  };

  test('[D6] those that the chain took back are not put to a decision any more', async () => {
    const { owner, first, second } = await close();
    await sample.database.query(`update deposit set status = 'reverted' where id = $1`, [first]);
    const listed = (await listLate({ ...sample, currentRates })).filter(({ userId }) => userId === owner.userId);
    expect(listed.map(({ id }) => id)).toEqual([second]);
    const decision = { adminId, address, reason: 'As they wrote.' };
    await expect(settleLate(sample, { ...decision, id: first })).rejects.toMatchObject({ status: 404 });
    expect(await settleLate(sample, { ...decision, id: second })).toBe('asked');
  });
});

test.each([
  ['POL@polygon', '1', /POL can’t be credited as a coin that we convert/],
  ['USDC.e@polygon', '0', /above zero/],
  ['USDC.e@polygon', '1e3', /above zero/],
  ['USDC.e@polygon', '2.0000001', /above zero/],
  ['USDC.e@polygon', '3', /Nothing was moved/],
  ['USDC@polygon', '1', /nothing of this/],
])('[D10] crediting %s %s is refused with a message, and nothing moves', async (asset, amount, words) => {
  const userId = await keep(asset.includes('.e') ? 'USDC.e@polygon' : 'POL@polygon', 2_000_000n);
  await expect(creditSuspense(sample, { adminId, userId, asset, amount, idempotencyKey: undefined })).rejects.toThrow(
    words,
  );
  expect(await balance(sample.database, customer(userId, 'USDC@polygon'))).toBe(0n);
});

test('[C3] no administrator decides on their own coins', async () => {
  const own = { adminId, userId: adminId, asset: 'USDC.e@polygon', amount: '1', idempotencyKey: undefined };
  await expect(creditSuspense(sample, own)).rejects.toThrow(/another person of the team/);
});
