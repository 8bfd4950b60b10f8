// A statement matches the ledger: balances before and after agree with every entry between, months join without a gap,
// and the value of a deposit at its receipt never changes.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { type DepositId, type OrderId, STATEMENT_ENTRIES_SHOWN, type UserId } from '@kobogate/contract';
import { bookedAt } from '@kobogate/testkit/books/reports.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { watchReads } from '@kobogate/testkit/platform/watch-reads.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  rateOf,
  silentBank,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountRef,
  balance,
  customer,
  payable,
  payoutInTransit,
  post,
  railFloat,
  refunding,
  treasury,
} from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { approveOrder } from '../../sales/orders/approve-order.ts';
import { loadNewestPayout } from '../../payouts/index.ts';
import { insertMarketRates } from '../../pricing/rates/db.ts';
import { writeCsv } from '../../platform/files/csv.ts';
import { createValuing } from '../../custody/deposits/handlers.ts';
import { readMonth } from './statement.ts';
import { balanceRows } from './statement-tables.ts';
import { viewStatement, writeStatementCsv, writeStatementWorkbook } from './routes.ts';
import { createOrderCreation } from '../../sales/orders/create-order.ts';

let testDatabase: TestDatabase;
let database: Database;
let owner: TestCustomer;
let orderId: OrderId;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = testDatabase);
  owner = await insertCustomer(database);
  await bookEverything();
});
afterAll(() => testDatabase.drop());

/** A deposit of USDT that is credited, and valued, at a moment. */
async function depositAt(moment: string, amount: bigint): Promise<DepositId> {
  let id = idFor<DepositId>('');
  await bookedAt(database, moment, async () => {
    id = await insertDeposit(database, owner, { amount });
  });
  await database.query(`update deposit set confirmed_at = $2 where id = $1`, [id, moment]);
  await createValuing({ database })(id);
  return id;
}

const marketAt = (moment: string, rate: string) =>
  insertMarketRates(database, [
    { currency: 'USDT', rate: rateOf(rate), sources: ['sample'], decidedAt: new Date(moment) },
  ]);

// September: 5 arrive. October, from its first minute in Lagos: 10 arrive, 7 are converted and paid. November: it comes back.
// December: the bank paid it after all.
async function bookEverything(): Promise<void> {
  await depositAt('2026-09-30T22:59:59.999Z', 5_000_000n);
  await marketAt('2026-09-30T22:59:59.999Z', '1600');
  const id = await depositAt('2026-09-30T23:00:00Z', 10_000_000n);
  await marketAt('2026-10-02T00:00:00Z', '1700');
  await createValuing({ database })(id);
  const admin = await insertCustomer(database, { isAdmin: true });
  const dependencies = {
    database,
    clock: systemClock,
    currentRates: createTestRates({ USDT: '1584.13' }).currentRates,
    settings: createTestSettings(database),
    quoteSigner: testQuoteSigner,
  };
  const create = createOrderCreation({ ...dependencies, lockSeconds: 900, products: createTestProducts(database) });
  await bookedAt(database, '2026-10-10T12:00:00Z', async () => {
    const input = { userId: owner.userId, fromCurrency: 'USDT', fromAmount: '7', network: 'ethereum' };
    const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
    orderId = order.id;
    await fundDeposit(dependencies, await insertDeposit(database, owner, { amount: 1n }));
    await approveOrder({ database, askName: silentBank }, { orderId, adminId: admin.userId });
    await createPayout({ database, rails: [idleRail], settings: dependencies.settings }, { orderId });
  });
  const payout = await loadNewestPayout(database, orderId);
  if (payout === null) throw new Error('the order has no payout');
  const [owed, transit, float] = [payable(owner.userId), payoutInTransit('budpay'), railFloat('budpay')];
  const move = (moment: string, source: string, debit: AccountRef, credit: AccountRef, time = '') =>
    bookedAt(database, moment, () =>
      database.transaction((tx) =>
        post(tx, [
          {
            source,
            sourceId: payout.id + time,
            description: 'Sample',
            transfers: [{ debit, credit, amount: payout.amountKobo }],
          },
        ]),
      ),
    );
  await move('2026-10-10T12:04:00Z', 'payout-sent', owed, transit);
  await move('2026-10-10T12:05:00Z', 'payout-paid', transit, float);
  await move('2026-11-03T09:00:00Z', 'payout-reversed', float, owed);
  await move('2026-12-31T22:59:59.999Z', 'payout-taken', owed, float, '#1');
  await database.query(
    `update payout set status = 'paid', takes = 1, settled_at = '2026-12-31T22:59:59.999Z', updated_at = '2027-01-01T10:00:00Z',
       session_id = 'SAMPLE-SESSION' where id = $1`,
    [payout.id],
  );
}

const csv = async (userId: UserId, month: string): Promise<string> => {
  let text = '';
  for await (const piece of writeStatementCsv({ database, clock: systemClock }, { userId, month }, () => () => {}))
    text += piece;
  return text;
};
const view = (month: string) => viewStatement({ database, clock: systemClock }, { userId: owner.userId, month });

test('opening and entries make the closing balance, which is the next month’s opening and what the ledger holds', async () => {
  const [september, october, november] = await Promise.all([view('2026-09'), view('2026-10'), view('2026-11')]);
  expect(september.coins).toEqual([
    {
      currency: 'USDT',
      networkName: 'Ethereum',
      opening: '0',
      received: '5',
      converted: '0',
      other: '0',
      closing: '5',
    },
  ]);
  expect(october.coins).toMatchObject([
    { opening: '5', received: '10.000001', converted: '7', other: '0', closing: '8.000001' },
  ]);
  expect(november.coins).toMatchObject([{ opening: '8.000001', received: '0', closing: '8.000001' }]);
  expect(await balance(database, customer(owner.userId, 'USDT@ethereum'))).toBe(8_000_001n);
  expect(await view('2026-08')).toMatchObject({ coins: [], entries: [], isComplete: true });
});

test('naira stands at receipt, at conversion and as paid, each to the kobo', async () => {
  const october = await view('2026-10');
  expect(october.entries.map(({ kind, nairaKobo }) => [kind, nairaKobo])).toEqual([
    ['paid', '1108891'],
    ['converted', '1108891'],
    // No rate of that day was known.
    ['received', null],
    // At the rate of the moment at which it came, although another applies by now.
    ['received', '1600000'],
  ]);
  const [quote] = await database.query<{ fee: string; vat: string }>(
    `select q.fee_kobo as fee, q.vat_kobo as vat from order_quote q where order_id = $1`,
    [orderId],
  );
  expect(october.totals).toEqual({
    receivedKobo: '1600000',
    convertedKobo: '1108891',
    feeKobo: quote?.fee,
    vatKobo: quote?.vat,
    paidKobo: '1108891',
    returnedKobo: '0',
  });
  // Each in its own month, and whatever became of the payout later.
  expect((await view('2026-11')).totals).toMatchObject({ paidKobo: '0', returnedKobo: '1108891' });
  expect((await view('2026-12')).totals).toMatchObject({ paidKobo: '1108891', returnedKobo: '0' });
  expect((await view('2027-01')).totals).toMatchObject({ paidKobo: '0', returnedKobo: '0' });
});

test('the files have every entry, oldest first, with amounts as exact decimals', async () => {
  const october = await view('2026-10');
  const [heading, first, ...others] = (await csv(owner.userId, '2026-10')).split('\r\n');
  expect(heading).toContain(
    'Worth when received (NGN),Converted to (NGN),Fee (NGN),VAT on the fee (NGN),Paid out (NGN)',
  );
  expect(first).toMatch(/^2026-10-01 00:00:00,Received,USDT,Ethereum,10,16000\.00,,,,,,0x[\w-]+,$/);
  expect(others.at(-2)).toBe(
    `2026-10-10 13:05:00,Paid to your bank account,,,,,,,,11088.91,,SAMPLE-SESSION,${orderId}`,
  );
  expect(writeCsv(balanceRows(october)).split('\r\n')[1]).toBe('USDT,Ethereum,5,10.000001,7,0,8.000001');
});

test('refunded coins are listed once, when they left, under their transaction', async () => {
  const { userId } = await insertCustomer(database);
  const asset = 'USDT@ethereum';
  const [free, leaving] = [customer(userId, asset), refunding(userId, asset)];
  const outgoing = newId();
  await database.query(
    `with plan as (insert into spending_plan (id, network, body, has_refunds, status)
       values (gen_random_uuid(), 'ethereum', '{}', true, 'done') returning id)
     insert into outgoing_transaction (id, plan_id, position, network, txid, raw, status)
     select $1, id, 0, 'ethereum', '0xsample-refund', '', 'final' from plan`,
    [outgoing],
  );
  const move = (source: string, sourceId: string, debit: typeof free, credit: typeof free, amount: bigint) =>
    database.transaction((tx) =>
      post(tx, [{ source, sourceId, description: 'Sample', transfers: [{ debit, credit, amount }] }]),
    );
  await bookedAt(database, '2026-12-31T22:59:59Z', async () => {
    await move('sample-deposit', newId(), treasury(asset), free, 9_000_000n);
    await move('refund-requested', newId(), free, leaving, 4_000_000n);
  });
  await bookedAt(database, '2026-12-31T23:00:00Z', () =>
    move('outgoing', outgoing, leaving, treasury(asset), 4_000_000n),
  );
  const of = (month: string) => viewStatement({ database, clock: systemClock }, { userId, month });
  const [december, january] = await Promise.all([of('2026-12'), of('2027-01')]);
  expect(december.entries.map(({ kind }) => kind)).toEqual(['corrected']);
  expect(december.coins).toMatchObject([{ opening: '0', other: '-9', closing: '9' }]);
  expect(january.entries).toMatchObject([
    { kind: 'sent-back', reference: '0xsample-refund', coins: { amount: '-4' }, nairaKobo: null },
  ]);
  expect(january.coins).toMatchObject([{ opening: '9', received: '0', converted: '0', other: '4', closing: '5' }]);
});

describe('of a month with more entries than are held at a time', () => {
  const [month, page, entries] = ['2026-06', 50, STATEMENT_ENTRIES_SHOWN + 101];
  let wanted: { userId: UserId; month: string };
  beforeAll(async () => {
    const { userId } = await insertCustomer(database);
    wanted = { userId, month };
    await bookedAt(database, '2026-06-15T12:00:00Z', () =>
      database.transaction((tx) =>
        post(
          tx,
          Array.from({ length: entries }, (_, index) => ({
            source: 'sample-deposit',
            sourceId: `${userId} ${String(index).padStart(4, '0')}`,
            description: 'Sample',
            transfers: [
              {
                debit: treasury('USDT@ethereum'),
                credit: customer(userId, 'USDT@ethereum'),
                amount: BigInt(index + 1),
              },
            ],
          })),
        ),
      ),
    );
  });
  /** The database, with the rows that were read of it so far. */
  const counted = () => {
    const read = { rows: 0 };
    async function* readPages(...asked: Parameters<Database['readPages']>) {
      for await (const rows of database.readPages(...asked)) {
        read.rows += rows.length;
        yield rows;
      }
    }
    return {
      read,
      dependencies: {
        database: { ...database, readPages, stale: { ...database.stale, readPages } } as Database,
        clock: systemClock,
        page,
      },
    };
  };

  test('the file has all of them, in order, and no page is read before the one before it was taken', async () => {
    const { read, dependencies } = counted();
    const pieces = writeStatementCsv(dependencies, wanted, () => () => {});
    const lines: string[] = [];
    for (let piece = 0; piece * page < entries + page; piece += 1) {
      const { value } = await pieces.next();
      expect(read.rows).toBe(Math.min(piece * page, entries));
      lines.push(...(value ?? '').split('\r\n').filter((line: string) => line !== ''));
    }
    expect((await pieces.next()).done).toBe(true);
    expect(lines).toHaveLength(entries + 1);
    const amounts = lines.slice(1).map((line) => Math.round(Number(line.split(',')[4]) * 1e6));
    expect(amounts).toEqual(Array.from({ length: entries }, (_, index) => index + 1));
  });

  test('a reader who leaves gives its place back, and reads nothing more', async () => {
    const { read, dependencies } = counted();
    let places = 0;
    const pieces = writeStatementCsv(dependencies, wanted, () => {
      places += 1;
      return () => void (places -= 1);
    });
    await pieces.next();
    await pieces.next();
    expect([places, read.rows]).toEqual([1, page]);
    await pieces.return(undefined);
    expect([places, read.rows]).toEqual([0, page]);
  });

  test('the page shows the newest, with the sums of all', async () => {
    const shown = await viewStatement(counted().dependencies, wanted);
    expect(shown.entries).toHaveLength(STATEMENT_ENTRIES_SHOWN);
    expect(shown.entryCount).toBe(entries);
    expect(shown.entries[0]?.coins?.amount).toBe(`0.000${entries}`);
    expect(shown.coins).toMatchObject([{ opening: '0', closing: `0.0${(entries * (entries + 1)) / 2}` }]);
  });

  test('a workbook that would have too many is refused with the file that has all of them, and nothing more is read', async () => {
    const { read, dependencies } = counted();
    await expect(writeStatementWorkbook(dependencies, wanted, 120)).rejects.toMatchObject({
      status: 422,
      code: 'too-many-rows',
      message: expect.stringMatching(/more than 120 entries .* the CSV file, which has all/),
    });
    expect(read.rows).toBe(150);
  });
});

test('no user sees another user’s statement', async () => {
  const other = await insertCustomer(database);
  const statement = await viewStatement({ database, clock: systemClock }, { userId: other.userId, month: '2026-10' });
  expect(statement).toMatchObject({ coins: [], entries: [], entryCount: 0 });
});

test('[I3] a month’s naira is read from the payouts of that month, however many others there are', async () => {
  const before = await view('2026-10');
  await database.query(
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name, account_name,
       order_quote_id, user_id, status, settled_at)
     select gen_random_uuid(), order_id, attempt + n, rail, reference || n, amount_kobo, account_number, bank_code, bank_name,
       account_name, order_quote_id, user_id, 'failed', '2026-05-01T10:00:00Z' from payout, generate_series(1, 3000) n
     where order_id = $1`,
    [orderId],
  );
  await database.query('analyze payout');
  const watched = watchReads(database, { payout: 50, customer_order: 50 });
  watched.start();
  async function* readPages<Row extends object>(text: string, values: readonly unknown[]): AsyncGenerator<Row[]> {
    yield await watched.database.query<Row>(text, values);
  }
  const stale = { ...watched.database.stale, readPages };
  const dependencies = { database: { ...watched.database, readPages, stale }, clock: systemClock };
  for (const month of ['2026-10', '2026-11', '2026-12']) {
    expect(await viewStatement(dependencies, { userId: owner.userId, month })).toEqual(
      month === '2026-10' ? before : await view(month),
    );
  }
  expect(watched.found()).toEqual([]);
});

test('a month that is not over says so', async () => {
  const clock = { now: () => new Date('2026-10-31T22:59:59.999Z') };
  const during = await viewStatement({ database, clock }, { userId: owner.userId, month: '2026-10' });
  expect(during.isComplete).toBe(false);
  const after = { now: () => new Date('2026-10-31T23:00:00Z') };
  expect(await viewStatement({ database, clock: after }, { userId: owner.userId, month: '2026-10' })).toMatchObject({
    isComplete: true,
  });
});

test.each(['2026-13', '2026-1', '', '2026-00', '26-10', '2026-10-01', '1999-12'])('refuses the month %j', (month) => {
  expect(() => readMonth(month)).toThrow(/such as 2026-11/);
});

test('coins whose owner was found, or found after they were the operator’s own, are received, by the payment that brought them', async () => {
  const found = await insertCustomer(database);
  const depositId = await insertDeposit(database, found, { amount: 1_000_000n });
  const asset = 'USDT@ethereum';
  await bookedAt(database, '2026-10-05T12:00:00Z', () =>
    database.transaction((tx) =>
      post(
        tx,
        ['deposit-owner-found', 'deposit-owner-corrected'].map((source) => ({
          source,
          sourceId: depositId,
          description: 'The owner of a deposit was found',
          transfers: [{ debit: treasury(asset), credit: customer(found.userId, asset), amount: 2_000_000n }],
        })),
      ),
    ),
  );
  const { entries } = await viewStatement({ database, clock: systemClock }, { userId: found.userId, month: '2026-10' });
  const [{ transaction } = { transaction: '' }] = await database.query<{ transaction: string }>(
    `select transaction from deposit where id = $1`,
    [depositId],
  );
  expect(entries.map(({ kind, reference }) => [kind, reference])).toEqual([
    ['received', transaction],
    ['received', transaction],
  ]);
});
