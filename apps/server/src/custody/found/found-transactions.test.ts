// After a restore the chain knows more than the books: transactions that our addresses sent are found and booked once,
// and no refund that they may have paid leaves again until an administrator has explained the payment.
import {
  addressSources,
  createTestTreasuryWallet,
  DEPOSIT,
  newRaw,
  PAYEE,
  planTransfer,
  requirePlan,
  type TestTreasury,
  TREASURY,
  USDT,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  balance,
  custody,
  customer,
  operatorFunds,
  post,
  receivable,
  refunding,
  suspense,
  treasury,
  unexplained,
  verify,
} from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { bookFound } from './book-found.ts';
import { explainPayment } from './explain-payment.ts';
import { listFound } from './list-found.ts';
import { noteTreasuries } from '../treasury/coins/db.ts';
import { reserveAddresses } from '../wallets/reserve-addresses.ts';
import { planSpending } from '../treasury/plan-spending.ts';
import type { Traced } from '../treasury/treasury-wallet.ts';

const ETH = 'ETH@ethereum';
const STRAY = 'DAI@ethereum';
let traced: Traced | null;
const treasuryWallet = createTestTreasuryWallet({
  trace: () => Promise.resolve(traced),
  replacing: {
    uses: (planned) => (planned.kind === 'evm' ? [`${planned.from.address} ${planned.nonce}`] : []),
    draft: () => Promise.resolve({ refusal: 'not here' }),
  },
});
let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});

const change = (asset: Traced['changes'][number]['asset'], address: string, amount: bigint) => ({
  asset,
  address,
  addressKey: address.toLowerCase(),
  amount,
});
/** The plan for the refund of every test: 3 USDT of the treasury to its payee. */
const refundPaid = (uses = [`${TREASURY} 0`], amount = 3_000_000n): Traced => ({
  isSuccess: true,
  fee: 21n,
  changes: [change(ETH, TREASURY, -21n), change(USDT, TREASURY, -amount), change(USDT, PAYEE, amount)],
  uses,
});

beforeEach(async () => {
  await sample.database.query(`delete from found_payment`);
  await sample.database.query(`delete from found_transaction`);
  await sample.database.query(
    `insert into address_reserve (fence_id, family, key_fingerprint, first_index, end_index, scanned_to, step)
     values ($1, 'evm', 'sample', 0, 0, 0, 0)`,
    [newId()],
  );
  await noteTreasuries(sample.database, addressSources);
});

/** A block in which an address of ours sent this. */
const find = (txid: string, height = 100n) =>
  sample.database.transaction((tx) =>
    sample
      .outgoing()
      .noteSeen(tx, 'ethereum', [{ height, hash: `block ${height}`, transactions: [txid], sent: [txid] }]),
  );
const book = (tip = 102n) =>
  bookFound({ database: sample.database, log: silentLog }, { treasuryWallet, confirmations: 3, tip });
const plan = () => planSpending(sample.planning, { treasuryWallet, isSweep: false });
const only = async () => {
  const [payment, ...more] = await listFound({ ...sample, ...createTestRates({ USDT: '1500' }) });
  if (payment === undefined || more.length > 0) throw new Error('there is not one payment');
  return payment;
};
const explain = async (input: Partial<Parameters<typeof explainPayment>[1]>) =>
  explainPayment(sample, {
    id: (await only()).id,
    adminId: sample.adminId,
    kind: 'operator',
    refundId: null,
    email: null,
    reason: 'As the plan of that day says.',
    ...input,
  });
const amounts = async () => {
  const accounts = [treasury(USDT), custody(USDT), unexplained(USDT), refunding(sample.userId, USDT)];
  return Promise.all(accounts.map((account) => balance(sample.database, account)));
};
const moved = async (work: () => Promise<unknown>) => {
  const before = await amounts();
  await work();
  return (await amounts()).map((amount, at) => amount - (before[at] ?? 0n));
};

test('[I5] a refund that was paid since the backup is kept out of every plan until an administrator says so, and is then final and paid once', async () => {
  const txid = newRaw();
  traced = refundPaid(['another number']);
  await find(txid);
  // Found and not read yet: its payee is still unknown.
  expect(await plan()).toMatchObject({ plans: [], notes: [expect.stringContaining('may have paid it already')] });
  expect(await moved(async () => Promise.all([book(), book()]))).toEqual([-3_000_000n, 0n, 3_000_000n, 0n]);
  expect(await plan()).toMatchObject({ plans: [] });
  const { candidates } = await only();
  expect(candidates).toMatchObject([{ refundId: sample.refundId }]);
  const press = () => explain({ kind: 'refund', refundId: sample.refundId });
  const presses = await Promise.allSettled([press(), press()]);
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid });
  expect(await amounts()).toMatchObject([expect.anything(), expect.anything(), 0n, 0n]);
  expect(await plan()).toMatchObject({ plans: [], notes: [] });
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] a transaction of an open plan is recognised by what it used up, and settles with the plan automatically', async () => {
  const open = requirePlan(await plan());
  const txid = newRaw();
  traced = refundPaid();
  await find(txid);
  await book();
  expect(await sample.refundRow()).toMatchObject({ status: 'planned' });
  await sample.settle(treasuryWallet, 102n);
  expect(await sample.refundRow()).toEqual({ status: 'final', txid });
  expect(await listFound({ ...sample, ...createTestRates({ USDT: '1500' }) })).toEqual([]);
  // The file that was signed that day can't send anything any more.
  await expect(sample.record(treasuryWallet, open, [txid])).rejects.toThrow(/Nothing was sent/);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] a plan whose refund was paid by another transaction can’t be sent, and ends once that is explained', async () => {
  const open = requirePlan(await plan());
  traced = refundPaid([`${TREASURY} 7`]);
  await find(newRaw());
  await expect(sample.record(treasuryWallet, open, [newRaw()])).rejects.toThrow(/may have paid it already/);
  await book();
  await expect(sample.record(treasuryWallet, open, [newRaw()])).rejects.toThrow(/may have paid it already/);
  await explain({ kind: 'refund', refundId: sample.refundId });
  expect(await sample.refundRow()).toMatchObject({ status: 'final' });
  await expect(sample.record(treasuryWallet, open, [newRaw()])).rejects.toThrow(/discarded/);
});

test('[I5] a sweep is booked automatically, with its gas; one that failed in its block is its fee alone', async () => {
  traced = {
    isSuccess: true,
    fee: 21n,
    changes: [change(ETH, DEPOSIT, -21n), change(USDT, DEPOSIT, -9_000_000n), change(USDT, TREASURY, 9_000_000n)],
    uses: [],
  };
  const derive = () => ({ address: DEPOSIT, addressKey: DEPOSIT });
  const deposits = { family: 'evm' as const, keyFingerprint: 'sweeps', size: 1, derive };
  await reserveAddresses({ ...sample, log: silentLog, gap: 1, addressSources: [deposits] }, newId());
  const fees = await balance(sample.database, custody(ETH));
  await find(newRaw());
  expect(await moved(book)).toEqual([9_000_000n, -9_000_000n, 0n, 0n]);
  expect((await balance(sample.database, custody(ETH))) - fees).toBe(-21n);
  traced = { isSuccess: false, fee: 5n, changes: [change(ETH, TREASURY, -5n)], uses: [] };
  const held = await balance(sample.database, treasury(ETH));
  await find(newRaw());
  expect(await moved(book)).toEqual([0n, 0n, 0n, 0n]);
  expect((await balance(sample.database, treasury(ETH))) - held).toBe(-5n);
  expect(await listFound({ ...sample, ...createTestRates({ USDT: '1500' }) })).toEqual([]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] a payment to a customer is taken from their balance, and they owe the rest; the operator’s own is booked as theirs', async () => {
  const owner = await sample.database.query<{ email: string }>(`select email from app_user where id = $1`, [
    sample.userId,
  ]);
  traced = refundPaid([], 6_000_000n);
  await find(newRaw());
  await book();
  // Of the 10 USDT that came, 5 are set aside for the refund that waits.
  const email = owner[0]?.email ?? '';
  await expect(explain({ kind: 'customer', email: 'unknown@kobogate.test' })).rejects.toMatchObject({ status: 404 });
  await expect(explain({ kind: 'refund', refundId: sample.refundId })).rejects.toMatchObject({ status: 422 });
  await explain({ kind: 'customer', email: ` ${email.toUpperCase()} ` });
  expect(await balance(sample.database, customer(sample.userId, USDT))).toBe(0n);
  expect(await balance(sample.database, receivable(sample.userId, USDT))).toBe(1_000_000n);
  await sample.database.query(`delete from found_payment`);
  const own = await balance(sample.database, operatorFunds(USDT));
  await find(newRaw());
  await book();
  await explain({ kind: 'operator' });
  expect((await balance(sample.database, operatorFunds(USDT))) - own).toBe(-6_000_000n);
  expect(await balance(sample.database, unexplained(USDT))).toBe(0n);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] [D10] a payment of coins that are not on offer is taken from the customer’s suspense', async () => {
  const [{ email } = { email: '' }] = await sample.database.query<{ email: string }>(
    `select email from app_user where id = $1`,
    [sample.userId],
  );
  const kept = suspense(sample.userId, STRAY);
  await sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit',
        sourceId: newId(),
        description: 'Deposit confirmed',
        transfers: [{ debit: custody(STRAY), credit: kept, amount: 5_000_000n }],
      },
    ]),
  );
  traced = {
    isSuccess: true,
    fee: 21n,
    changes: [change(ETH, TREASURY, -21n), change(STRAY, TREASURY, -2_000_000n), change(STRAY, PAYEE, 2_000_000n)],
    uses: [],
  };
  await find(newRaw());
  await book();
  await explain({ kind: 'customer', email });
  expect(await balance(sample.database, kept)).toBe(3_000_000n);
  expect(await balance(sample.database, receivable(sample.userId, STRAY))).toBe(0n);
});

test('[I5] [D6] one that the chain takes back before it is booked is deleted, and found again where it comes back', async () => {
  const txid = newRaw();
  traced = refundPaid(['another number']);
  await find(txid);
  await sample.database.transaction((tx) => sample.outgoing().forgetAbove(tx, 'ethereum', 99n));
  await book(110n);
  expect(await listFound({ ...sample, ...createTestRates({ USDT: '1500' }) })).toEqual([]);
  expect(await plan()).toMatchObject({ notes: [] });
  await sample.database.query(`update spending_plan set status = 'discarded' where status = 'open'`);
  await find(txid, 101n);
  await book(110n);
  expect(await only()).toMatchObject({ transaction: txid });
});

test('[I5] no administrator explains a payment as their own refund or account, and an explanation is final', async () => {
  const admin = await insertCustomer(sample.database, { isAdmin: true });
  await sample.database.query(`update refund set user_id = $1 where id = $2`, [admin.userId, sample.refundId]);
  traced = refundPaid(['another number']);
  await find(newRaw());
  await book();
  const own = { adminId: admin.userId };
  await expect(explain({ ...own, kind: 'refund', refundId: sample.refundId })).rejects.toMatchObject({ status: 403 });
  await expect(explain({ ...own, kind: 'customer', email: `${admin.userId}@kobogate.test` })).rejects.toMatchObject({
    status: 403,
  });
  await explain({ kind: 'operator' });
  await expect(explain({ kind: 'operator' })).rejects.toMatchObject({ status: 409 });
});

test('[I5] books that were never restored know all that they sent: other transactions of the operator’s keys are the operator’s', async () => {
  await sample.database.query(`delete from address_reserve`);
  traced = refundPaid(['another number']);
  await find(newRaw());
  expect(await moved(book)).toEqual([0n, 0n, 0n, 0n]);
  expect(await sample.database.query(`select 1 from found_transaction`)).toEqual([]);
});

test('[I5] one that matches two plans is matched to neither: another amount or payee is another payment', async () => {
  const open = requirePlan(await plan());
  const [planned] = open.transactions;
  expect(planned).toMatchObject(planTransfer({ id: sample.refundId, asset: USDT, amount: 3_000_000n, address: PAYEE }));
  traced = refundPaid([`${TREASURY} 0`], 2_999_999n);
  await find(newRaw());
  await book();
  // Its plan's own transaction can't come any more, for the number that it needs is used up.
  expect(await sample.refundRow()).toEqual({ status: 'requested', txid: null });
  expect(await only()).toMatchObject({ amount: '2.999999', candidates: [] });
});
