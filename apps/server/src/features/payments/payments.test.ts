// What a payer sends by a link has one stated end, whatever came, in how many parts and when: nothing is lost, nothing is
// counted twice, and the naira is what was promised.
import { DEFAULT_SETTINGS } from '@kobogate/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { custody, customer, held, receivable } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { type Limit, takeTurns } from '../../platform/throttle.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { createOrderCreation } from '../orders/create-order.ts';
import { declineOrder } from '../orders/decline-order.ts';
import { fundOrder } from '../orders/fund-order.ts';
import { createTestRates, insertCustomer, testQuoteSigner, type TestCustomer } from '../orders/order-fixtures.ts';
import { getConversion } from '../orders/view-orders.ts';
import { createTestProducts } from '../products/products-fixtures.ts';
import { createTestSettings, decideSetting } from '../settings/settings-fixtures.ts';
import { expectPayment } from './expect-payment.ts';
import { expirePayments } from './expire-payments.ts';
import { fundPayment } from './fund-payment.ts';
import { paymentHandlers } from './handlers.ts';
import { mailReceipt } from './mail-receipt.ts';
import { openPayment } from './open-payment.ts';
import { confirmArrival, createTestAddressSources, insertArrival, insertLink } from './payments-fixtures.ts';
import { renewPayment } from './renew-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { unfundPayment } from './unfund-payment.ts';
import { viewPayment } from './view-payments.ts';

let db: TestDatabase;
let clock: TestClock;
let merchant: TestCustomer;
let linkId: string;
const rates = createTestRates({ USDT: '1600', BTC: '150000000', ETH: '5000000' });
const addressSources = createTestAddressSources();

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  clock = createTestClock();
  rates.set('USDT', '1600');
  merchant = await insertCustomer(db.database);
  linkId = await insertLink(db.database, merchant.userId);
});

const dependencies = () => ({
  database: db.database,
  clock,
  currentRates: rates.currentRates,
  settings: createTestSettings(db.database),
  products: createTestProducts(db.database),
  quoteSigner: testQuoteSigner,
  addressSources,
  networks: ['ethereum', 'bsc', 'mainnet', 'solana'] as const,
  lockSeconds: 900,
});
const open = (input: Partial<Parameters<typeof openPayment>[1]> = {}) =>
  openPayment(dependencies(), {
    linkId,
    currency: 'USDT',
    network: 'ethereum',
    amount: undefined,
    idempotencyKey: undefined,
    reference: null,
    by: { visitor: '192.0.2.1' },
    ...input,
  });
const view = (id: string) => viewPayment(dependencies(), id);
const UNIT = 1_000_000n;
/** So many USDT arrive at the payment's address and are final. */
const arrive = async (id: string, usdt: number, seenAt = clock.now()): Promise<string> => {
  const depositId = await insertArrival(db.database, id, { amount: BigInt(usdt * 1000) * (UNIT / 1000n), seenAt });
  await fundPayment(dependencies(), depositId);
  return depositId;
};
/** The chain takes a deposit back after it was credited. */
const revert = async (depositId: string): Promise<void> => {
  await db.database.query(`update deposit set status = 'reverted' where id = $1`, [depositId]);
  await unfundPayment({ database: db.database, log: silentLog }, depositId);
};
/** What the chain took back is owed, as the deposits feature books it. */
const owe = async (depositId: string, amount: bigint): Promise<void> => {
  const transfers = [{ debit: receivable(merchant.userId, ASSET), credit: custody(ASSET), amount }];
  await db.database.transaction((tx) =>
    post(tx, [{ source: 'deposit-reverted', sourceId: depositId, description: 'Deposit taken back', transfers }]),
  );
};
const countEvents = async (type: string, orderId: string): Promise<number> =>
  (await db.database.query(`select 1 from event where type = $1 and payload->>'orderId' = $2`, [type, orderId])).length;
const ASSET = 'USDT@ethereum';
const owed = () => balance(db.database, receivable(merchant.userId, ASSET));
const free = () => balance(db.database, customer(merchant.userId, ASSET));
const aside = () => balance(db.database, held(merchant.userId, ASSET));

describe('a payment that is opened', () => {
  test('asks for the coins that are worth the link’s naira, at an address of its own, the rate held', async () => {
    const payment = await view(await open());
    expect(payment).toMatchObject({
      amount: '15.625',
      missing: '15.625',
      nairaKobo: '2500000',
      rate: '1600',
      state: 'waiting',
      lockExpiresAt: new Date(clock.now().getTime() + 900_000).toISOString(),
      timeline: [{ type: 'opened' }],
    });
    expect(payment.uri).toContain(payment.address);
    expect((await view(await open())).address).not.toBe(payment.address);
  });

  test('the same Idempotency-Key answers with the first one, and is refused for anything else', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => open({ idempotencyKey: 'a' })));
    expect(new Set(ids).size).toBe(1);
    await expect(open({ idempotencyKey: 'a', network: 'bsc' })).rejects.toMatchObject({ status: 409 });
    expect(await open({ idempotencyKey: 'a', by: { merchantId: merchant.userId } })).not.toBe(ids[0]);
  });

  test('whoever has no turn left does not use up those of the link, which everybody needs', async () => {
    const visitor = `192.0.2.${linkId}`;
    const minute = { most: 300, windowSeconds: 60 };
    const turns = (count: number, limit: Limit) =>
      Promise.all(Array.from({ length: count }, () => takeTurns(db.database, [limit], clock.now())));
    await turns(60, { thing: 'payment-visitor', subject: visitor, most: 60, windowSeconds: 900 });
    await turns(299, { thing: 'payment-link', subject: linkId, ...minute });
    for (let i = 0; i < 3; i += 1) await expect(open({ by: { visitor } })).rejects.toMatchObject({ status: 429 });
    await open({ by: { visitor: `198.51.100.${linkId}` } });
    await expect(open({ by: { visitor: `198.51.100.${linkId}` } })).rejects.toMatchObject({ status: 429 });
  });

  test('its receipt can be mailed once it is paid, and leads back to this very payment', async () => {
    const id = await open();
    const visitor = `203.0.113.${id}`;
    const mail = () =>
      mailReceipt(
        { ...dependencies(), publicOrigin: 'https://pay.test' },
        { id, email: `${id}@example.test`, visitor },
      );
    await expect(mail()).rejects.toMatchObject({ status: 409 });
    await arrive(id, 15.625);
    await mail();
    const [row] = await db.database.query<{ payload: { text: string } }>(
      `select payload from event where type = 'mail.send' and payload->>'to' = $1`,
      [`${id}@example.test`],
    );
    expect(row?.payload.text).toMatch(`https://pay.test/custom-payment/${linkId}/payments/${id}\n`);
  });

  test('covers itself once its coins are final, and the naira may leave with nobody pressing a button', async () => {
    const id = await open();
    await arrive(id, 15.625);
    expect(await view(id)).toMatchObject({ state: 'paid', missing: '0', received: '15.625', uri: null, excess: '0' });
    expect([await free(), await aside()]).toEqual([0n, 15_625_000n]);
    expect(
      await db.database.query(`select 1 from event where type = 'order.payable' and payload->>'orderId' = $1`, [id]),
    ).toHaveLength(1);
  });
});

describe('what arrives otherwise than asked for', () => {
  test('[D10] less is kept for the payment; the rest within the rate’s time completes it at that rate', async () => {
    const id = await open();
    await arrive(id, 10);
    expect(await view(id)).toMatchObject({ state: 'underpaid', received: '10', missing: '5.625' });
    expect([await free(), await aside()]).toEqual([0n, 10_000_000n]);
    rates.set('USDT', '1500');
    await arrive(id, 5.625);
    expect(await view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', isLate: false });
  });

  test('[D10] [R1] a top-up after the rate’s time is worth what it is then, and so is what had come before', async () => {
    const id = await open();
    await arrive(id, 10);
    clock.advance(901_000);
    rates.set('USDT', '1250');
    await arrive(id, 5.625);
    expect(await view(id)).toMatchObject({ state: 'underpaid', amount: '20', missing: '4.375', rate: '1250' });
    expect([await free(), await aside()]).toEqual([0n, 15_625_000n]);
    clock.advance(1000);
    await arrive(id, 4.375);
    expect(await view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', rate: '1250', isLate: true });
  });

  test('[R1] a coin that has lost nearly all of its worth pays nothing late, and its merchant may take what it is worth', async () => {
    const id = await open();
    clock.advance(901_000);
    rates.set('USDT', '160');
    await arrive(id, 15.625);
    expect(await view(id)).toMatchObject({ state: 'underpaid', amount: '156.25', missing: '140.625' });
    await settlePayment(dependencies(), { id, merchantId: merchant.userId });
    expect(await view(id)).toMatchObject({ state: 'paid', nairaKobo: '250000' });
  });

  test('[R1] a rate held anew asks for what is still missing of the naira at today’s rate', async () => {
    const id = await open();
    await arrive(id, 10);
    clock.advance(901_000);
    rates.set('USDT', '1250');
    await renewPayment(dependencies(), { id, visitor: 'x' });
    expect(await view(id)).toMatchObject({ state: 'underpaid', amount: '20', missing: '10', nairaKobo: '2500000' });
    await arrive(id, 10);
    expect(await view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', rate: '1250', isLate: false });
  });

  test('[D10] a rate held anew that asks for less than has arrived: the rest is in the balance, and is told of', async () => {
    const id = await open();
    await arrive(id, 10);
    clock.advance(901_000);
    rates.set('USDT', '3125');
    await renewPayment(dependencies(), { id, visitor: 'x' });
    expect(await view(id)).toMatchObject({ state: 'paid', amount: '8', excess: '2' });
    expect([await free(), await aside()]).toEqual([2_000_000n, 8_000_000n]);
    expect(await countEvents('payment.excess', id)).toBe(1);
  });

  test('[D10] more: the excess is in the merchant’s balance', async () => {
    const id = await open();
    await arrive(id, 20);
    expect(await view(id)).toMatchObject({ state: 'paid', excess: '4.375', received: '20' });
    expect([await free(), await aside()]).toEqual([4_375_000n, 15_625_000n]);
  });

  test('[D10] a second payment to a paid one is in the merchant’s balance', async () => {
    const id = await open();
    await arrive(id, 15.625);
    await arrive(id, 15.625);
    expect(await view(id)).toMatchObject({ state: 'paid', excess: '15.625' });
    expect([await free(), await aside()]).toEqual([15_625_000n, 15_625_000n]);
  });

  test('[D10] all of it late, also after it had expired, at the rate of that moment', async () => {
    const id = await open();
    clock.advance(901_000);
    await expirePayments(dependencies());
    expect((await view(id)).state).toBe('expired');
    rates.set('USDT', '2000');
    await arrive(id, 15.625);
    expect(await view(id)).toMatchObject({ state: 'paid', isLate: true, amount: '12.5', nairaKobo: '2500000' });
    expect([await free(), await aside()]).toEqual([3_125_000n, 12_500_000n]);
  });

  test('coins on the chain are seen, and are waited for', async () => {
    const id = await open();
    const depositId = await insertArrival(db.database, id, { amount: 15_625_000n, status: 'seen' });
    await expectPayment(dependencies(), depositId);
    expect(await view(id)).toMatchObject({
      state: 'seen',
      deposits: [{ amount: '15.625', confirmations: 1, confirmationsNeeded: 3, secondsLeft: 24, isElsewhere: false }],
    });
  });

  test('[D10] another coin, or the same on another network, counts nowhere here and is in the merchant’s balance', async () => {
    const id = await open();
    const depositId = await insertArrival(db.database, id, { amount: 7n * 10n ** 18n, asset: 'USDT@bsc' });
    await fundPayment(dependencies(), depositId);
    expect(await view(id)).toMatchObject({
      state: 'waiting',
      received: '0',
      deposits: [{ amount: '7', network: 'bsc', isElsewhere: true }],
    });
    expect(await balance(db.database, customer(merchant.userId, 'USDT@bsc'))).toBe(7n * 10n ** 18n);
  });

  test('dust begins nothing, and completes what it completes', async () => {
    const id = await open();
    await arrive(id, 0.001);
    expect(await view(id)).toMatchObject({ state: 'waiting', received: '0' });
    await arrive(id, 15.624);
    await arrive(id, 0.001);
    expect(await view(id)).toMatchObject({ state: 'paid', received: '15.625' });
    expect([await free(), await aside()]).toEqual([1000n, 15_625_000n]);
  });
});

describe('whose coins they are', () => {
  test('a conversion of the merchant’s never takes a part that waits for its rest', async () => {
    const create = createOrderCreation(dependencies());
    const id = await open();
    await arrive(id, 10);
    const input = { userId: merchant.userId, fromCurrency: 'USDT', fromAmount: '10', network: 'ethereum' };
    const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
    expect(order.funding).toBe('awaiting');
    await fundOrder(dependencies(), await insertArrival(db.database, id, { amount: 10n * UNIT }));
    expect((await getConversion(db, { orderId: order.id, userId: merchant.userId })).funding).toBe('awaiting');
  });

  test('[D6] what the chain takes back leaves the payment, which waits again; what is owed is there to be collected', async () => {
    const id = await open();
    const first = await arrive(id, 10);
    const second = await arrive(id, 8);
    expect([await free(), await aside()]).toEqual([2_375_000n, 15_625_000n]);
    for (const depositId of [second, second, first]) await revert(depositId);
    expect(await view(id)).toMatchObject({ state: 'waiting', received: '0', missing: '15.625' });
    expect([await free(), await aside()]).toEqual([18_000_000n, 0n]);
  });

  test('[D6] coins that are mined again for a payment that was paid out pay what it owes, and are nobody’s to spend', async () => {
    const id = await open();
    const first = await arrive(id, 15.625);
    await db.database.query(`update customer_order set payout = 'paid' where id = $1`, [id]);
    await owe(first, 15_625_000n);
    await revert(first);
    const again = await arrive(id, 15.625);
    await fundPayment(dependencies(), again);
    expect([await free(), await owed()]).toEqual([0n, 0n]);
  });

  test('[D6] what a declined payment gives back pays what its merchant owes first', async () => {
    await db.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      merchant.userId,
    ]);
    const admin = await insertCustomer(db.database, { isAdmin: true });
    const id = await open();
    await owe(await arrive(id, 10), 4_000_000n);
    await declineOrder(db, { orderId: id, adminId: admin.userId, reason: null });
    expect([await free(), await owed()]).toEqual([6_000_000n, 0n]);
  });

  test('[D6] what is taken back before it was decided on is not kept either', async () => {
    const id = await open();
    const depositId = await insertArrival(db.database, id, { amount: 10n * UNIT });
    await revert(depositId);
    await fundPayment(dependencies(), depositId);
    expect(await view(id)).toMatchObject({ state: 'waiting', received: '0' });
    expect([await free(), await aside()]).toEqual([10_000_000n, 0n]);
  });

  test('what an administrator declines is in the merchant’s balance, and what still comes goes there', async () => {
    await db.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      merchant.userId,
    ]);
    const admin = await insertCustomer(db.database, { isAdmin: true });
    const id = await open();
    await arrive(id, 10);
    await declineOrder(db, { orderId: id, adminId: admin.userId, reason: null });
    await arrive(id, 5);
    expect((await view(id)).state).toBe('declined');
    expect([await free(), await aside()]).toEqual([15_000_000n, 0n]);
  });

  test('a merchant takes what arrived once the payer’s rate has ended: at the rate of that moment', async () => {
    const id = await open();
    const settle = (merchantId = merchant.userId) => settlePayment(dependencies(), { id, merchantId });
    await expect(settle()).rejects.toMatchObject({ status: 409 });
    await arrive(id, 10);
    await expect(settle()).rejects.toMatchObject({ status: 409, message: /still held/ });
    clock.advance(901_000);
    rates.set('USDT', '1500');
    const stranger = await insertCustomer(db.database);
    await expect(settle(stranger.userId)).rejects.toMatchObject({ status: 404 });
    await settle();
    expect(await view(id)).toMatchObject({ state: 'paid', amount: '10', nairaKobo: '1500000' });
    await expect(settle()).rejects.toMatchObject({ status: 409 });
  });

  test('too little to be paid out goes to the balance when it is taken', async () => {
    const id = await open();
    await arrive(id, 0.05);
    clock.advance(901_000);
    await settlePayment(dependencies(), { id, merchantId: merchant.userId });
    expect((await view(id)).state).toBe('declined');
    expect([await free(), await aside()]).toEqual([50_000n, 0n]);
  });
});

describe('an account that the merchant has replaced', () => {
  const replace = (name: 'resolved' | 'unresolved') =>
    db.database.query(
      `update bank_account set account_number = '0000000019', name_resolution = $2 where user_id = $1`,
      [merchant.userId, name],
    );
  const accountOf = async (id: string) =>
    db.database.query(`select account_number, status from customer_order where id = $1`, [id]);

  test.each([
    ['renewed', (id: string) => renewPayment(dependencies(), { id, visitor: 'x' })],
    ['late', (id: string) => arrive(id, 5.625)],
    ['settled', (id: string) => settlePayment(dependencies(), { id, merchantId: merchant.userId })],
  ])('gets nothing of a payment that is %s after that, and clearing is decided anew', async (_how, reprice) => {
    const ids = [await open(), await open()] as const;
    for (const id of ids) await arrive(id, 10);
    clock.advance(901_000);
    await replace('resolved');
    await reprice(ids[0]);
    expect(await accountOf(ids[0])).toEqual([{ account_number: '0000000019', status: 'processing' }]);
    await replace('unresolved');
    await reprice(ids[1]);
    expect(await accountOf(ids[1])).toEqual([{ account_number: '0000000019', status: 'pending' }]);
    expect((await view(ids[1])).timeline.map(({ type }) => type)).toContain('held');
  });

  test('stays on a payment that a person decides on, who has seen it', async () => {
    await replace('unresolved');
    const id = await open();
    await db.database.query(
      `update bank_account set account_number = '0000000027', name_resolution = 'resolved' where user_id = $1`,
      [merchant.userId],
    );
    clock.advance(901_000);
    await renewPayment(dependencies(), { id, visitor: 'x' });
    expect(await accountOf(id)).toEqual([{ account_number: '0000000019', status: 'pending' }]);
  });

  test('no rate is held anew for a merchant or by a link that can not be paid any more', async () => {
    const id = await open();
    clock.advance(901_000);
    const renew = () => renewPayment(dependencies(), { id, visitor: 'x' });
    await db.database.query(`update app_user set disabled_at = now() where id = $1`, [merchant.userId]);
    await expect(renew()).rejects.toMatchObject({ status: 409, message: /can not be paid at the moment/ });
    await db.database.query(`update app_user set disabled_at = null where id = $1`, [merchant.userId]);
    await db.database.query(`update payment_link set active = false where id = $1`, [linkId]);
    await expect(renew()).rejects.toMatchObject({ status: 404, message: /no longer active/ });
    await db.database.query(`update payment_link set active = true where id = $1`, [linkId]);
    await expect(renew()).resolves.toBeUndefined();
  });
});

describe('a first approval', () => {
  test.each([
    ['a rate held anew', (id: string) => renewPayment(dependencies(), { id, visitor: 'x' })],
    ['coins that come late', (id: string) => arrive(id, 5.625)],
    [
      'its merchant, who takes what arrived',
      (id: string) => settlePayment(dependencies(), { id, merchantId: merchant.userId }),
    ],
  ])('[C3] is forgotten with the price that it was given to: %s', async (_how, reprice) => {
    const [one, other] = [
      await insertCustomer(db.database, { isAdmin: true }),
      await insertCustomer(db.database, { isAdmin: true }),
    ];
    await decideSetting(db.database, one.userId, 'approvals', { secondAboveKobo: '1000000' });
    const id = await open();
    await arrive(id, 10);
    await approveOrder(db, { orderId: id, adminId: one.userId });
    clock.advance(901_000);
    await reprice(id);
    await approveOrder(db, { orderId: id, adminId: other.userId });
    expect((await getConversion(db, { orderId: id, userId: merchant.userId })).status).toBe('pending');
    await approveOrder(db, { orderId: id, adminId: one.userId });
    expect((await getConversion(db, { orderId: id, userId: merchant.userId })).status).toBe('approved');
    await decideSetting(db.database, one.userId, 'approvals', DEFAULT_SETTINGS.approvals);
  });
});

describe('who can be paid', () => {
  test('a merchant without a payout account, or whose account is disabled, in a sentence that says nothing of why', async () => {
    await db.database.query(`update app_user set disabled_at = now() where id = $1`, [merchant.userId]);
    await expect(open()).rejects.toMatchObject({ status: 409, message: /can not be paid at the moment/ });
    await db.database.query(`update app_user set disabled_at = null where id = $1`, [merchant.userId]);
    await db.database.query(`delete from bank_account where user_id = $1`, [merchant.userId]);
    await expect(open()).rejects.toMatchObject({ status: 409, message: /can not be paid at the moment/ });
  });

  test('[R2] no address is used up for a merchant who can not be paid, and of a pool that ends a merchant gets so many a day', async () => {
    const solana = createTestAddressSources().find(({ family }) => family === 'solana');
    if (solana === undefined) throw new Error('no source of Solana addresses');
    const pool = { ...solana, size: 1000 };
    const taken = () =>
      db.database.query(`select next_index as taken from derivation_counter where key_fingerprint = $1`, [
        pool.keyFingerprint,
      ]);
    const openOnSolana = () =>
      openPayment(
        { ...dependencies(), addressSources: [pool] },
        {
          linkId,
          currency: 'USDT',
          network: 'solana',
          amount: undefined,
          idempotencyKey: undefined,
          reference: null,
          by: { merchantId: merchant.userId },
        },
      );
    await db.database.query(`update app_user set disabled_at = now() where id = $1`, [merchant.userId]);
    await expect(openOnSolana()).rejects.toMatchObject({ status: 409 });
    expect(await taken()).toEqual([]);
    await db.database.query(`update app_user set disabled_at = null where id = $1`, [merchant.userId]);
    const attempts = await Promise.allSettled(Array.from({ length: 203 }, openOnSolana));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ status: 429, message: /Another network/ });
    expect(await taken()).toEqual([{ taken: 200 }]);
  });

  test.each<[string, Partial<Parameters<typeof openPayment>[1]>, RegExp]>([
    ['a coin that does not exist there', { currency: 'BTC', network: 'ethereum' }, /does not exist on Ethereum/],
    ['a coin that nobody knows', { currency: 'DOGE' }, /do not know this currency/],
    ['a network that is not watched', { network: 'polygon' }, /do not receive on Polygon/],
    ['another amount than the link’s', { amount: '1' }, /asks for 25000 NGN/],
    ['no amount at all', { amount: 'much' }, /asks for 25000 NGN/],
  ])('not with %s', async (_what, input, message) => {
    await expect(open(input)).rejects.toMatchObject({ status: 422, message });
  });

  test('[R2] whoever opens without end is slowed down, and keeps nobody else out', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 80 }, () => open({ by: { visitor: 'bot' } })));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused.length).toBe(20);
    expect(refused[0]).toMatchObject({ status: 429 });
    expect((await view(await open({ by: { visitor: 'real' } }))).state).toBe('waiting');
  });

  test('[R2] where no more rates may be locked a payment is opened without one, and counts at the rate of its moment', async () => {
    const admin = await insertCustomer(db.database, { isAdmin: true });
    await decideSetting(db.database, admin.userId, 'exposure', { userKobo: '5000000', totalKobo: '100000000000' });
    expect((await view(await open())).lockExpiresAt).not.toBeNull();
    const id = await open();
    expect(await view(id)).toMatchObject({ lockExpiresAt: null, state: 'waiting', amount: '15.625' });
    const [opened] = await db.database.query(`select text from order_event where order_id = $1`, [id]);
    expect(opened).toMatchObject({
      text: expect.stringContaining('at the rate of the moment in which the coins are final'),
    });
    const depositId = await insertArrival(db.database, id, {
      amount: 15_625_000n,
      status: 'seen',
      seenAt: new Date(clock.now().getTime() + 1),
    });
    await expectPayment(dependencies(), depositId);
    rates.set('USDT', '2000');
    await confirmArrival(db.database, depositId);
    await fundPayment(dependencies(), depositId);
    expect(await view(id)).toMatchObject({ state: 'paid', amount: '12.5', nairaKobo: '2500000', isLate: true });
    await decideSetting(db.database, admin.userId, 'exposure', DEFAULT_SETTINGS.exposure);
  });
});

describe('a link for one payment', () => {
  test('of fifty who open it at once and pay, one uses it up; nothing of the others is lost, and nobody opens it after', async () => {
    const onceId = await insertLink(db.database, merchant.userId, { isOnce: true });
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => open({ linkId: onceId, by: { visitor: `visitor ${index}` } })),
    );
    await Promise.all(ids.map((id) => arrive(id, 15.625)));
    const views = await Promise.all(ids.map(view));
    expect(new Set(views.map(({ state }) => state))).toEqual(new Set(['paid']));
    const isSecond = ({ timeline }: (typeof views)[number]) => timeline.some(({ type }) => type === 'second');
    expect(views.filter(isSecond)).toHaveLength(49);
    expect(await aside()).toBe(50n * 15_625_000n);
    await expect(open({ linkId: onceId })).rejects.toMatchObject({ status: 409, message: /for one payment/ });
  });

  test('[D6] where the chain undoes “paid” the merchant’s program is told once, and the link is the other payment’s', async () => {
    const onceId = await insertLink(db.database, merchant.userId, { isOnce: true });
    const ids = [await open({ linkId: onceId }), await open({ linkId: onceId })];
    const usedBy = async () =>
      (
        await db.database.query(
          `select used_by as "usedBy", used_at is null as "isFree" from payment_link where id = $1`,
          [onceId],
        )
      )[0];
    const deposits = [];
    for (const id of ids) deposits.push(await arrive(id, 15.625));
    for (const [index, depositId] of deposits.entries()) {
      expect(await usedBy()).toEqual({ usedBy: ids[index], isFree: false });
      await revert(depositId);
      await revert(depositId);
      expect(await countEvents('payment.reverted', ids[index] ?? '')).toBe(1);
    }
    expect(await usedBy()).toEqual({ usedBy: null, isFree: true });
    const paidOut = await open();
    const [whole, more] = [await arrive(paidOut, 15.625), await arrive(paidOut, 5)];
    await db.database.query(`update customer_order set payout = 'paid' where id = $1`, [paidOut]);
    await revert(more);
    expect(await countEvents('payment.reverted', paidOut)).toBe(0);
    await revert(whole);
    expect(await countEvents('payment.reverted', paidOut)).toBe(1);
  });

  test('one that was declined lets another use it', async () => {
    await db.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      merchant.userId,
    ]);
    const onceId = await insertLink(db.database, merchant.userId, { isOnce: true });
    const admin = await insertCustomer(db.database, { isAdmin: true });
    const id = await open({ linkId: onceId });
    await arrive(id, 15.625);
    await declineOrder(db, { orderId: id, adminId: admin.userId, reason: null });
    await paymentHandlers({ ...dependencies(), log: silentLog })['order.declined']({ orderId: id });
    await expect(open({ linkId: onceId })).resolves.toEqual(expect.any(String));
  });
});
