// What a payer sends by a link has one stated end, whatever came, in how many parts and when: nothing is lost, nothing is
// counted twice, and the naira is what was promised.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { customer, held } from '../../ledger/chart.ts';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { createTestRates, insertCustomer, testQuoteSigner, type TestCustomer } from '../orders/order-fixtures.ts';
import { createTestProducts } from '../products/products-fixtures.ts';
import { createTestSettings } from '../settings/settings-fixtures.ts';
import { expectPayment } from './expect-payment.ts';
import { expirePayments } from './expire-payments.ts';
import { fundPayment } from './fund-payment.ts';
import { openPayment } from './open-payment.ts';
import { createTestAddressSources, insertArrival, insertLink } from './payments-fixtures.ts';
import { renewPayment } from './renew-payment.ts';
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
const free = () => balance(db.database, customer(merchant.userId, 'USDT@ethereum'));
const aside = () => balance(db.database, held(merchant.userId, 'USDT@ethereum'));

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
    rates.set('USDT', '1500');
    await arrive(id, 5.625);
    expect(await view(id)).toMatchObject({ state: 'paid', nairaKobo: '2343750', rate: '1500', isLate: true });
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
    rates.set('USDT', '1700');
    await arrive(id, 15.625);
    expect(await view(id)).toMatchObject({ state: 'paid', isLate: true, nairaKobo: '2656250' });
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
});
