// What a customer owes since a chain took coins back is settled once: as a loss of ours, or with other coins of theirs, with a reason,
// by two people above the operator's threshold; what is owed and free decides, not what was on screen.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestRates, insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { saveApprovals } from '../../controls/settings/save-approvals.ts';
import { balance, custody, customer, exchange, post, receivable, verify, writtenOff } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { settleDebt, type SettleDebtInput, viewDebts, worthOfDebt } from './settle-debt.ts';

const USDT = 'USDT@ethereum';
const USDC = 'USDC@polygon';
const WHY = 'They do not answer any more.';
const { currentRates } = createTestRates({ USDT: '1500', USDC: '1500' });
let sample: TestDatabase;
let admin: TestCustomer;
let owner: TestCustomer;
beforeAll(async () => {
  sample = await createTestDatabase();
  admin = await insertCustomer(sample.database, { isAdmin: true });
});
afterAll(() => sample.drop());
beforeEach(async () => {
  owner = await insertCustomer(sample.database);
  await owe(10_000_000n);
});

/** A chain took back coins of the owner's that they have no longer. */
const owe = (amount: bigint) =>
  sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Taken back',
        transfers: [{ debit: receivable(owner.userId, USDT), credit: custody(USDT), amount }],
      },
    ]),
  );
const settle = (input: Partial<SettleDebtInput> = {}) =>
  settleDebt(
    { ...sample, currentRates },
    { id: owner.userId, adminId: admin.userId, asset: USDT, amount: '10', reason: WHY, ...input },
  );
const amountOf = (account: Parameters<typeof balance>[1]) => balance(sample.database, account);
const owed = () => amountOf(receivable(owner.userId, USDT));
const acts = () =>
  sample.database.query(`select action, reason from admin_action where user_id = $1 order by at`, [owner.userId]);

test('[D6] it is written off as a loss, once, and who did it and why is on record', async () => {
  const lost = await amountOf(writtenOff(USDT));
  expect(await viewDebts(sample, owner.userId)).toEqual([
    { asset: USDT, title: 'USDT on Ethereum', amount: '10', free: [], first: null },
  ]);
  const said = await Promise.allSettled([settle(), settle(), settle()]);
  expect(said.filter(({ status }) => status === 'fulfilled')).toEqual([
    { status: 'fulfilled', value: 'Settled. 10 USDT on Ethereum is written off.' },
  ]);
  expect(said.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } });
  expect([await owed(), (await amountOf(writtenOff(USDT))) - lost]).toEqual([0n, 10_000_000n]);
  expect(await viewDebts(sample, owner.userId)).toEqual([]);
  expect(await acts()).toEqual([{ action: 'debt-settled', reason: `10 USDT on Ethereum is written off. ${WHY}` }]);
  expect((await verify(sample.database)).ok).toBe(true);
  // What is owed later is a debt of its own.
  await owe(1_000_000n);
  await settle({ amount: '1' });
  expect(await owed()).toBe(0n);
});

test('[D6] it is settled with other coins of theirs that are free, and with no more', async () => {
  const position = await amountOf(exchange(USDC));
  await insertDeposit(sample.database, owner, { asset: USDC, amount: 9_000_000n });
  expect(await viewDebts(sample, owner.userId)).toMatchObject([
    { free: [{ asset: USDC, title: 'USDC on Polygon', amount: '9' }] },
  ]);
  await expect(settle({ with: { asset: USDC, amount: '9.1' } })).rejects.toMatchObject({ status: 409 });
  expect(await owed()).toBe(10_000_000n);
  expect(await settle({ with: { asset: USDC, amount: '8.5' } })).toBe(
    'Settled. 10 USDT on Ethereum is settled with 8.5 USDC on Polygon.',
  );
  expect([await owed(), await amountOf(customer(owner.userId, USDC))]).toEqual([0n, 500_000n]);
  expect((await amountOf(exchange(USDC))) - position).toBe(8_500_000n);
  expect((await verify(sample.database)).ok).toBe(true);
});

test.each([
  ['another amount than is owed', { amount: '9.999999' }, 409],
  ['coins that are not owed', { asset: USDC }, 409],
  ['no coins of ours', { asset: 'NGN' }, 422],
  ['the coin that is owed', { with: { asset: USDT, amount: '1' } }, 422],
  ['no amount of other coins', { with: { asset: USDC, amount: '0' } }, 422],
  ['no reason', { reason: ' ' }, 422],
])('[D6] %s settles nothing', async (_what, input, status) => {
  await expect(settle(input)).rejects.toMatchObject({ status });
  expect([await owed(), await acts()]).toEqual([10_000_000n, []]);
});

test('[D6] nobody settles what they owe themselves, and there is nothing of an account that is not there', async () => {
  await expect(settle({ adminId: owner.userId })).rejects.toMatchObject({ status: 403 });
  const id = newId<TestCustomer['userId']>();
  await expect(settle({ id })).rejects.toMatchObject({ status: 404 });
  await expect(viewDebts(sample, id)).rejects.toMatchObject({ status: 404 });
});

test('[D6] coins that are worth more than what they settle are weighed too, and who said something else agreed to nothing', async () => {
  const { database } = sample;
  const [first, second] = [
    await insertCustomer(database, { isAdmin: true }),
    await insertCustomer(database, { isAdmin: true }),
  ];
  await insertDeposit(database, owner, { asset: USDC, amount: 900_000_000n });
  await saveApprovals(sample, { version: 0, value: { secondAboveKobo: '1500000' }, adminId: first.userId });
  const coins = { asset: USDC, amount: '900' };
  expect(await worthOfDebt({ currentRates }, { asset: USDT, amount: '10', with: coins })).toBe(135_000_000n);
  expect(await settle({ adminId: first.userId, with: coins })).toMatch(/needs a second person/);
  expect([await owed(), await amountOf(customer(owner.userId, USDC))]).toEqual([10_000_000n, 900_000_000n]);
  expect(await settle({ adminId: second.userId })).toBe('Settled. 10 USDT on Ethereum is written off.');
  const settled = await database.query(
    `select first_approved_by, first_approved_at, decided_by from debt_settlement where user_id = $1`,
    [owner.userId],
  );
  expect(settled).toEqual([{ first_approved_by: null, first_approved_at: null, decided_by: second.userId }]);
});

test('[D6] above the threshold a second person says the same, whatever a first one said before', async () => {
  const { database } = sample;
  const [first, second, third] = [
    admin,
    await insertCustomer(database, { isAdmin: true }),
    await insertCustomer(database, { isAdmin: true }),
  ];
  await insertDeposit(database, owner, { asset: USDC, amount: 9_000_000n });
  await saveApprovals(sample, { version: 1, value: { secondAboveKobo: '1499999' }, adminId: first.userId });
  const by = ({ userId: adminId }: TestCustomer, input: Partial<SettleDebtInput> = {}) => settle({ adminId, ...input });
  expect(await by(first)).toMatch(/needs a second person/);
  await expect(by(first)).rejects.toMatchObject({ status: 409 });
  expect(await viewDebts(sample, owner.userId)).toMatchObject([
    { first: { adminId: first.userId, says: '10 USDT on Ethereum is written off.', reason: WHY } },
  ]);
  // Another settlement is another statement, in the place of the first.
  const coins = { with: { asset: USDC, amount: '9' } };
  expect(await by(second, coins)).toMatch(/needs a second person/);
  expect(await by(first)).toMatch(/needs a second person/);
  expect(await owed()).toBe(10_000_000n);
  const both = await Promise.allSettled([by(second), by(third)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await owed()).toBe(0n);
  const settled = await database.query(
    `select paid_asset, first_approved_by = $2 as is_first, decided_at is not null as is_decided from debt_settlement where user_id = $1`,
    [owner.userId, first.userId],
  );
  expect(settled).toEqual([{ paid_asset: null, is_first: true, is_decided: true }]);
  expect((await verify(database)).ok).toBe(true);
});
