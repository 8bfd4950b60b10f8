// A customer's history finds exactly what fits, of nobody else, and reads each page from an index however many orders
// there are.
import { HISTORY_STATES, type OrderId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, insertDeposit, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { BEGINNINGS, historyPage, type HistoryFilter } from '../order-views/db.ts';
import { createHistory, type ListConversions } from './list-history.ts';

const DAY_MS = 86_400_000;
const FIRST = Date.parse('2026-01-01T12:00:00Z');
const ALL: HistoryFilter = {
  state: null,
  currency: null,
  bankName: null,
  accountNumber: null,
  from: null,
  until: null,
  found: null,
};

interface Sample {
  state?: { status?: string; funding?: string; payout?: string; rate_answer?: string };
  currency?: string;
  bank?: string;
  account?: string;
  count?: number;
}

let db: TestDatabase;
let owner: TestCustomer;
let other: TestCustomer;
let listConversions: ListConversions;

async function insertOrders(to: TestCustomer, { state = {}, count = 1, ...sample }: Sample): Promise<OrderId[]> {
  const { status = 'approved', funding = 'funded', payout = 'paid', rate_answer: answer = null } = state;
  const { currency = 'USDT', bank = 'Access Bank', account = '0123456785' } = sample;
  const ids = Array.from({ length: count }, () => newId<OrderId>());
  await db.database.transaction(async (tx) => {
    await tx.query(
      `insert into customer_order (id, user_id, wallet_id, kind, asset, currency, network, amount, rate, naira_kobo,
         lock_expires_at, status, funding, payout, rate_answer, received, priority, account_number, bank_code, bank_name,
         account_name, created_at, order_quote_id, answer_by)
       select id, $2, $3, 'conversion', 'USDT@ethereum', $4, 'ethereum', 1000000, 1600, 160000, at, $5, $6, $7, $8, 1000000,
         'low', $9, '000013', $10, 'SAMPLE PERSON', at, gen_random_uuid(), case when $8::text = 'asked' then at end
       from unnest($1::uuid[]) with ordinality as o (id, place), lateral (
         select $11::timestamptz + place * interval '1 day' as at) made`,
      [ids, to.userId, to.walletId, currency, status, funding, payout, answer, account, bank, new Date(FIRST - DAY_MS)],
    );
    await tx.query(
      `insert into order_quote (id, order_id, reason, asset, amount, rate, gross_kobo, naira_kobo, fee_kobo, vat_kobo,
         stamp_duty_kobo, made_at, expires_at, evidence)
       select order_quote_id, id, 'order', asset, amount, rate, naira_kobo, naira_kobo, 0, 0, 0, created_at, created_at, ''
       from customer_order where id = any($1)`,
      [ids],
    );
  });
  return ids;
}

/** The plan of a statement where no table is small enough to be read whole. */
async function planOf(sql: string, parameters: readonly unknown[]): Promise<string> {
  const plan = await db.database.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await tx.query(`set local enable_${way} = off`);
    return tx.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, parameters);
  });
  return plan.map((line) => line['QUERY PLAN']).join('\n');
}

const found = async (input: Parameters<ListConversions>[1], of = owner) =>
  (await listConversions(of.userId, input)).data.map(({ id }) => id);

beforeAll(async () => {
  db = await createTestDatabase();
  listConversions = createHistory(db);
  owner = await insertCustomer(db.database);
  other = await insertCustomer(db.database);
});
afterAll(() => db.drop());

describe('[C-4] the history of conversions', () => {
  test('has each state that a customer sees, and no other', async () => {
    const of = await insertCustomer(db.database);
    const states = {
      waiting: { status: 'pending', funding: 'confirming', payout: 'none' },
      asked: { status: 'pending', funding: 'late', payout: 'none', rate_answer: 'asked' },
      review: { status: 'pending', funding: 'funded', payout: 'none' },
      moving: { status: 'approved', funding: 'overpaid', payout: 'sent' },
      attention: { status: 'approved', funding: 'funded', payout: 'unknown' },
      paid: {},
      declined: { status: 'declined', funding: 'funded', payout: 'none' },
    };
    for (const state of HISTORY_STATES) {
      const [id] = await insertOrders(of, { state: states[state] });
      expect(await found({ state }, of)).toEqual([id]);
    }
    expect(await found({}, of)).toHaveLength(HISTORY_STATES.length);
  });

  test('is narrowed by coin, bank and days of Lagos together, and names what there is to choose from', async () => {
    const of = await insertCustomer(db.database);
    const days = await insertOrders(of, { count: 5 });
    const [ether] = await insertOrders(of, { currency: 'ETH', bank: 'Zenith Bank' });
    expect(await found({ currency: 'ETH' }, of)).toEqual([ether]);
    expect(await found({ bank: 'Zenith Bank', currency: 'USDT' }, of)).toEqual([]);
    expect(await found({ bank: 'Access Bank', from: '2026-01-02', to: '2026-01-03' }, of)).toEqual([days[2], days[1]]);
    expect(await found({ to: '2026-01-01', currency: 'USDT' }, of)).toEqual([days[0]]);
    const { banks, currencies } = await listConversions(of.userId, { currency: 'BTC' });
    expect([banks, currencies]).toEqual([
      ['Access Bank', 'Zenith Bank'],
      ['ETH', 'USDT'],
    ]);
    for (const from of ['yesterday', '2026-02-30', '01.01.2026']) {
      await expect(found({ from }, of)).rejects.toMatchObject({ status: 422 });
    }
  });

  test('is searched by order, account number, transaction and payout, and never shows another customer’s', async () => {
    const [mine] = await insertOrders(owner, { account: '2222222222' });
    const [theirs] = await insertOrders(other, { account: '3333333333' });
    const depositId = await insertDeposit(db.database, owner, { amount: 1_000_000n });
    await db.database.query(`insert into order_deposit (deposit_id, order_id) values ($1, $2)`, [depositId, mine]);
    await db.database.query(`update deposit set transaction = $2 where id = $1`, [depositId, `0x${'ab'.repeat(32)}`]);
    const reference = `kg-${mine?.replaceAll('-', '')}-1`;
    for (const search of [mine, mine?.toUpperCase(), ' 2222222222 ', 'AB'.repeat(32), reference]) {
      expect(await found({ search })).toEqual([mine]);
      expect(await found({ search }, other)).toEqual([]);
    }
    expect(await found({ search: theirs })).toEqual([]);
    expect(await found({ search: '3333333333' })).toEqual([]);
    expect(await found({ search: 'nothing like it' })).toEqual([]);
    expect(await found({ search: mine, state: 'declined' })).toEqual([]);
  });

  test('goes on after the last one, each conversion once, under any filter', async () => {
    const of = await insertCustomer(db.database);
    const ids = await insertOrders(of, { count: 45 });
    for (const filter of [{}, { state: 'paid' as const }, { currency: 'USDT', bank: 'Access Bank' }]) {
      const seen: string[] = [];
      for (let before: OrderId | null | undefined; before !== null;) {
        const page = await listConversions(of.userId, {
          ...filter,
          ...(before === undefined ? {} : { before }),
        });
        seen.push(...page.data.map(({ id }) => id));
        before = page.data.at(-1)?.id === page.next ? (page.data.at(-1)?.id ?? null) : null;
      }
      expect(seen).toEqual(ids.toReversed());
    }
  });

  test.each<[string, Partial<HistoryFilter>, string]>([
    ['nothing', {}, 'customer_order_history'],
    ['a state', { state: 'review' }, 'customer_order_history_state'],
    ['a coin', { currency: 'ETH' }, 'customer_order_history_coin'],
    ['a bank', { bankName: 'Zenith Bank' }, 'customer_order_history_bank'],
    ['days', { from: new Date(FIRST), until: new Date(FIRST + 9 * DAY_MS) }, 'customer_order_history'],
  ])('narrowed by %s is read from an index in its order, without sorting', async (_what, part, index) => {
    await insertOrders(owner, { count: 300 });
    // Others have orders too.
    await insertOrders(await insertCustomer(db.database), { count: 300 });
    await db.database.query('analyze customer_order');
    const { sql, parameters } = historyPage(owner.userId, { ...ALL, ...part }, { before: null, limit: 20 });
    const text = await planOf(sql, parameters);
    expect(text).toMatch(new RegExp(`using ${index} `));
    expect(text).not.toContain('Sort');
  });

  test('begins with the newest and the choices of each who asks at one moment, read from indexes in their order', async () => {
    const [one, two, none] = [
      await insertCustomer(db.database),
      await insertCustomer(db.database),
      await insertCustomer(db.database),
    ];
    const first = await insertOrders(one, { count: 4, currency: 'BTC', bank: 'Zenith Bank' });
    const second = await insertOrders(two, { count: 30 });
    const pages = await Promise.all([
      listConversions(one.userId, {}),
      listConversions(none.userId, {}),
      listConversions(two.userId, {}),
      listConversions(one.userId, { limit: '2' }),
      listConversions(two.userId, { before: second[2] }),
    ]);
    expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
      first.toReversed(),
      [],
      second.toReversed().slice(0, 20),
      first.toReversed().slice(0, 2),
      second.slice(0, 2).toReversed(),
    ]);
    expect(pages.map(({ next }) => next)).toEqual([null, null, second[10], first[2], null]);
    expect(pages.map(({ banks, currencies }) => [banks, currencies].flat())).toEqual([
      ['Zenith Bank', 'BTC'],
      [],
      ['Access Bank', 'USDT'],
      ['Zenith Bank', 'BTC'],
      ['Access Bank', 'USDT'],
    ]);
    const plan = await planOf(BEGINNINGS, [[one.userId], [20]]);
    for (const index of ['', '_bank', '_coin']) expect(plan).toContain(`using customer_order_history${index} `);
    expect(plan).not.toContain('Sort');
  });
});
