// What waits for a person is counted once, with the age of the oldest, and no longer once it is decided; the evidence of an
// order has its customer, decisions, payouts and postings, and nothing of another order.
import { strFromU8, unzipSync } from 'fflate';
import { type OfferId, type OrderId, QUEUE_PAGE_SIZE, type StaffRole, WORK_KINDS } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { transfer, USDT } from '@kobogate/testkit/ledger/postings.ts';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { insertCustomer, insertDeposit, silentBank, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traceMoney } from '../books/receipts/trace-money.ts';
import { worthInKobo } from '../custody/deposits/deposit.ts';
import { createFunding } from '../sales/funding/fund-deposit.ts';
import { custody, customer, post, receivable, suspense, unclaimed, unexplained } from '../ledger/index.ts';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { layOutEvidence } from './lay-out-evidence.ts';
import { packEvidence } from './pack-evidence.ts';
import { listWork, viewQueue } from './work/list-work.ts';
import { viewUser } from './view-user.ts';
import { viewEvidence } from './view-evidence.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());
const valueOf = async (coins: { readonly asset: string; readonly amount: bigint }) =>
  worthInKobo([coins], await users.dependencies.currentRates());

test('[S8] each role has that work to do which it may decide on, and sees the rest as work of colleagues', async () => {
  const yours = async (role: StaffRole) =>
    (await listWork({ database, listSupplies: async () => [] }, role))
      .filter(({ isYours }) => isYours)
      .map(({ kind }) => kind);
  expect(await yours('support')).toEqual([]);
  expect(await yours('reviewer')).toEqual([
    'payouts-unknown',
    'payouts-failed',
    'orders',
    'sanctions',
    'refunds',
    'vouching',
  ]);
  const finance = await yours('finance');
  expect(finance).not.toContain('refunds');
  expect(finance).toEqual(expect.arrayContaining(['plans', 'suspense', 'differences', 'networks']));
  expect(await yours('administrator')).toEqual([...WORK_KINDS]);
  const seen = (await listWork({ database, listSupplies: async () => [] }, 'finance')).map(({ kind }) => kind);
  expect(seen).toEqual(expect.arrayContaining(['refunds', 'orders']));
});

test('[S4] [S6] work is counted until it is decided, and evidence tells of one order alone', async () => {
  const waiting = async () =>
    (await listWork({ database, listSupplies: async () => [] }, 'administrator')).filter(({ count }) => count > 0);
  expect(await waiting()).toEqual([]);
  const owner = await insertCustomer(database);
  const orderId = await users.placeOrder(owner);
  const otherId = await users.placeOrder(owner);
  const depositId = await insertDeposit(database, owner, { amount: 10_000_000n });
  await database.query(`update deposit set transaction = '0xsample' where id = $1`, [depositId]);
  await database.query(`insert into deposit_sender (deposit_id, address_key) values ($1, '0xsender')`, [depositId]);
  await createFunding(users.dependencies)(depositId);
  const [work] = await waiting();
  expect(await waiting()).toEqual([{ kind: 'orders', count: 1, oldest: expect.any(String), isYours: true }]);
  const [funded, awaiting] = await Promise.all(
    [orderId, otherId].map(async (id) =>
      viewEvidence({ ...users.dependencies, traceMoney: (each) => traceMoney(database, each) }, id),
    ),
  );
  expect(funded?.order.createdAt).toBe(work?.oldest);
  expect(funded?.chain).toEqual([
    {
      transaction: '0xsample',
      explorer: expect.stringContaining('0xsample'),
      height: expect.any(Number),
      block: expect.any(String),
      address: funded?.order.depositAddress,
      senders: ['0xsender'],
      seenAt: expect.any(String),
      finalAt: null,
    },
  ]);
  expect(funded?.quotes).toMatchObject([
    { reason: 'order', rate: '1600', nairaKobo: funded?.order.nairaKobo, isGenuine: true },
  ]);
  // What the rate is now, which may differ from what was promised.
  expect(funded?.rateNow).toBe('1600');
  const noRates = { ...users.dependencies, currentRates: async () => new Map<string, never>() };
  const unpriced = await viewEvidence({ ...noRates, traceMoney: (each) => traceMoney(database, each) }, orderId);
  expect([unpriced.rateNow, unpriced.order.rate]).toEqual([null, '1600']);
  expect(funded?.customer.limits).toEqual({
    maximumKobo: null,
    dayKobo: null,
    madeKobo: String(2n * BigInt(funded?.order.nairaKobo ?? 0)),
  });
  // The policy is off, and nothing was paid to them before.
  expect(funded?.reasons.map(({ text, weight, holds }) => [text, weight, holds])).toEqual([
    ['It would be the customer’s first payout.', 15, false],
    ['The account is 0 days old.', 10, false],
    ['Automatic clearing is off: every order waits.', 0, true],
  ]);
  expect(funded?.order).toMatchObject({ risk: 25, riskRules: ['first-payout', 'new-account'], priority: 'low' });
  expect(funded?.ledger.map(({ source }) => source)).toEqual(['deposit', 'order-funded']);
  expect(funded?.customer).toMatchObject({ orders: { all: 2, paid: 0, declined: 0 }, others: [{ id: otherId }] });
  expect(awaiting?.ledger).toEqual([]);
  expect(awaiting?.chain).toEqual([]);

  await approveOrder({ database, askName: silentBank }, { orderId, adminId: users.admin.userId });
  expect(await waiting()).toEqual([]);
  const decided = await viewEvidence(
    { ...users.dependencies, traceMoney: (each) => traceMoney(database, each) },
    orderId,
  );
  expect(decided.decisions).toMatchObject([{ by: 'Sample Person', text: 'Order approved.', reason: null }]);
  const { brand } = await users.dependencies.settings.current();
  const layout = layOutEvidence(decided, brand, users.dependencies.clock.now());
  const printed = layout.sections.flatMap(({ rows }) => rows.map(({ label, value }) => `${label} ${value}`)).join('\n');
  const [promise] = decided.quotes;
  const facts = [
    '0xsample',
    '0xsender',
    'Order approved.',
    decided.order.customerEmail,
    promise?.id,
    promise?.signature,
  ];
  for (const fact of facts) expect(printed).toContain(fact ?? 'nothing of it');
  expect(printed).toContain('Signature, genuine');
  expect(layout.notice).not.toMatch(/\byour\b/i);
  const former = { accountNumber: '0000014579', bankName: 'ACCESS BANK', accountName: 'ADA OBI' };
  const moved = layOutEvidence(
    { ...decided, order: { ...decided.order, formerPayee: former } },
    brand,
    users.dependencies.clock.now(),
  );
  expect(moved.sections.find(({ title }) => title === 'Payout account')?.rows).toEqual(
    expect.arrayContaining([
      { label: 'Account', value: '0123456785 at GTBANK' },
      { label: 'Chosen by its owner, instead of', value: '0000014579 at ACCESS BANK, ADA OBI' },
    ]),
  );
  const back = { id: idFor<OfferId>('offer'), currency: 'USDT', networkName: 'BNB Smart Chain' };
  const sums = { amount: '1005', fee: '2', net: '1003', state: 'final' as const, address: '0xpayer' };
  const refunds = [{ ...back, ...sums, transaction: '0xback', explorerUrl: 'https://explorer.example/0xback' }];
  const by = { link: 'A link', purpose: 'Rent', payerEmail: null, reference: null, fields: [], metadata: {}, refunds };
  const repaid = layOutEvidence({ ...decided, payment: by }, brand, users.dependencies.clock.now());
  expect(repaid.sections.find(({ title }) => title === 'Back to the payer')?.rows).toEqual([
    {
      label: 'Final',
      value: '1,003 USDT on BNB Smart Chain; 1,005 USDT less 2 USDT for the network; to 0xpayer; transaction 0xback',
      link: 'https://explorer.example/0xback',
    },
  ]);
  const archive = await packEvidence(
    {
      ...users.dependencies,
      traceMoney: (each) => traceMoney(database, each),
      drawReceipt: async ({ sections }) => new TextEncoder().encode(`${sections.length} sections`),
    },
    orderId,
  );
  const files = unzipSync(archive);
  expect(Object.keys(files)).toEqual([`evidence-${orderId}.pdf`, `evidence-${orderId}.json`]);
  expect(JSON.parse(strFromU8(files[`evidence-${orderId}.json`] ?? new Uint8Array()))).toEqual(decided);
  expect(strFromU8(files[`evidence-${orderId}.pdf`] ?? new Uint8Array())).toBe(`${layout.sections.length} sections`);
  // What was changed behind the product's back is said, not shown as promised.
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update order_quote set evidence = 'invented' where order_id = $1`, [orderId]);
  });
  const forged = await viewEvidence(
    { ...users.dependencies, traceMoney: (each) => traceMoney(database, each) },
    orderId,
  );
  expect(forged.quotes.map(({ isGenuine }) => isGenuine)).toEqual([false]);
});

test('[S4] a stop of all payouts and a change that waits for a second administrator are work, and end with it', async () => {
  const found = async () => {
    const work = await listWork({ database, listSupplies: async () => [] }, 'administrator');
    return work.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]);
  };
  const before = await found();
  await database.query(
    `insert into fence (id, cause, reason, read_from) values (gen_random_uuid(), 'operator', 'A sample', now())`,
  );
  await database.query(
    `insert into setting_proposal (subject, version, value, proposed_by) values ('approvals', 0, '{}', $1)`,
    [users.admin.userId],
  );
  expect(await found()).toEqual([['fence', 1], ...before, ['proposals', 1]]);
  // One that counts no more, as its administrator has left or the setting was changed since, waits for nobody.
  await database.query(`update app_user set is_admin = false where id = $1`, [users.admin.userId]);
  expect(await found()).toEqual([['fence', 1], ...before]);
  await database.query(`update app_user set is_admin = true where id = $1`, [users.admin.userId]);
  await database.query(`update setting_proposal set version = 7`);
  expect(await found()).toEqual([['fence', 1], ...before]);
  await database.query(`delete from setting_proposal`);
  await database.query(
    `update fence set lifted_at = now(), lifted_by = $1, lifted_on_machine = 'A sample' where lifted_at is null`,
    [users.admin.userId],
  );
  expect(await found()).toEqual(before);
});

test('[S4] coins that a chain took back after their naira had left are work, on the person and beside their orders, until they are collected', async () => {
  const owner = await insertCustomer(database);
  const orderId = await users.placeOrder(owner);
  const needs = { database, listSupplies: async () => [], valueOf };
  const debts = async () => (await listWork(needs, 'finance')).find(({ kind }) => kind === 'debts');
  const owes = async () => {
    const evidence = await viewEvidence(
      { ...users.dependencies, traceMoney: (each) => traceMoney(database, each) },
      orderId,
    );
    const user = await viewUser(
      { ...users.dependencies, listWallets: async () => [], findPayoutAccount: async () => null },
      owner.userId,
    );
    return [evidence.customer.owes, user.owes];
  };
  expect(await debts()).toMatchObject({ count: 0 });
  expect(await owes()).toEqual([[], []]);
  const owed = receivable(owner.userId, USDT);
  // What left our addresses unexplained is another kind of work.
  await database.transaction((tx) =>
    post(tx, [
      transfer(owed, custody(USDT), 51_500_000_000_000_000_000n),
      transfer(unexplained(USDT), custody(USDT), 7n),
    ]),
  );
  expect(await debts()).toMatchObject({ count: 1, oldest: expect.any(String), isYours: true });
  expect((await viewQueue(needs, { role: 'finance', kind: 'debts' })).data).toMatchObject([
    {
      id: `${owner.userId} ${USDT}`,
      about: 'Sample Person',
      amount: '51.5',
      nairaKobo: '8240000',
      since: (await debts())?.oldest,
    },
  ]);
  expect(await owes()).toEqual([['51.5 USDT on BNB Smart Chain'], ['51.5 USDT on BNB Smart Chain']]);
  await database.transaction((tx) => post(tx, [transfer(custody(USDT), owed, 51_500_000_000_000_000_000n)]));
  expect(await debts()).toMatchObject({ count: 0, oldest: null });
});

test('[S8] the queue has each thing once, what stops money first, then the oldest, page by page, and each role’s own alone', async () => {
  const needs = { database, listSupplies: async () => [{ family: 'solana', isLow: true }], valueOf };
  const owner = await insertCustomer(database);
  const ids: string[] = [];
  for (let count = 0; count < QUEUE_PAGE_SIZE + 3; count += 1) {
    ids.push(await users.placeOrder(owner));
    await createFunding(users.dependencies)(await insertDeposit(database, owner, { amount: 10_000_000n }));
  }
  await database.query(`update customer_order set created_at = now() - interval '1 hour' where id = any($1::uuid[])`, [
    ids.slice(1),
  ]);
  await database.query(
    `insert into fence (id, cause, reason, read_from) values (gen_random_uuid(), 'operator', 'A sample', now())`,
  );
  await database.query(
    `update customer_order set name_resolution = 'mismatch', resolved_name = 'ANOTHER' where id = $1`,
    [ids[0]],
  );
  const first = await viewQueue(needs, { role: 'administrator' });
  const second = await viewQueue(needs, { role: 'administrator', after: first.next ?? undefined });
  const all = [...first.data, ...second.data];
  expect(first.data).toHaveLength(QUEUE_PAGE_SIZE);
  expect(second.next).toBeNull();
  expect(all.map(({ kind }) => kind)).toEqual(['fence', ...ids.map(() => 'orders'), 'addresses']);
  const orders = all.filter(({ kind }) => kind === 'orders').map(({ id }) => id);
  expect(orders).toEqual([...ids.slice(1).toSorted(), ids[0]]);
  expect(all[1]).toMatchObject({ about: 'Sample Person', amount: '10', currency: 'USDT', networkName: 'Ethereum' });
  const verdicts = all.flatMap(({ payeeName = [] }) => payeeName);
  expect(verdicts).toEqual([...ids.slice(1).map(() => 'resolved'), 'mismatch']);
  const kindsOf = async (role: StaffRole, kind?: 'orders' | 'plans') => [
    ...new Set((await viewQueue(needs, { role, kind })).data.map((item) => item.kind)),
  ];
  expect(await kindsOf('support')).toEqual([]);
  expect(await kindsOf('support', 'orders')).toEqual(['orders']);
  expect(await kindsOf('reviewer')).toEqual(['orders']);
  expect(await kindsOf('finance')).not.toContain('orders');

  for (const after of ['', '3.0.orders:', '1.x.orders:', `1.0.${'x'.repeat(201)}`])
    await expect(viewQueue(needs, { role: 'administrator', after })).rejects.toMatchObject({ status: 400 });

  // Coins whose owner is not known are booked in suspense too, and wait as deposits of their own kind.
  await database.transaction((tx) =>
    post(tx, [
      transfer(custody(USDT), unclaimed(USDT), 7n),
      transfer(custody(USDT), suspense(owner.userId, USDT), 9_000_000_000_000_000_000n),
    ]),
  );
  const inSuspense = await viewQueue(needs, { role: 'finance', kind: 'suspense' });
  expect(inSuspense.data).toMatchObject([
    {
      id: `${owner.userId} ${USDT}`,
      since: expect.any(String),
      about: 'Sample Person',
      amount: '9',
      nairaKobo: '1440000',
    },
  ]);

  const makeFunded = async (of: TestCustomer): Promise<OrderId> => {
    const id = await users.placeOrder(of);
    await createFunding(users.dependencies)(await insertDeposit(database, of, { amount: 10_000_000n }));
    return id;
  };
  const holder = await insertCustomer(database);
  const listed = await makeFunded(holder);
  // Its coins can be from any deposit of the balance, and its payout is held for any.
  await insertDeposit(database, holder, { amount: 10_000_000n });
  const fromBalance = await users.placeOrder(holder);
  await database.query(
    `insert into sanctions_hit (deposit_id, address, listed_on)
     select deposit_id, '0xlisted', current_date from order_deposit where order_id = $1`,
    [listed],
  );
  const ofSanctions = await viewQueue(needs, { role: 'reviewer', kind: 'sanctions' });
  expect(ofSanctions.data.map(({ kind, id }) => [kind, id])).toEqual([
    ['sanctions', listed],
    ['sanctions', fromBalance],
  ]);
  const rest = await viewQueue(needs, { role: 'administrator', after: first.next ?? undefined });
  expect(rest.data.filter(({ id }) => id === listed).map(({ kind }) => kind)).toEqual(['sanctions']);
  // A payout that was stopped as it left is named so too.
  await database.query(`update customer_order set status = 'approved', payout = 'failed' where id = $1`, [listed]);
  const failed = await viewQueue(needs, { role: 'reviewer', kind: 'payouts-failed' });
  expect(failed.data.map(({ kind, id }) => [kind, id])).toEqual([['sanctions', listed]]);
  // Under that name it is counted and listed too, beside one that waits for its review.
  const another = await makeFunded(await insertCustomer(database));
  await database.query(
    `insert into sanctions_hit (deposit_id, address, listed_on)
     select deposit_id, '0xlisted', current_date from order_deposit where order_id = $1`,
    [another],
  );
  const named = await viewQueue(needs, { role: 'reviewer', kind: 'sanctions' });
  expect(named.data.map(({ kind, id }) => [kind, id])).toEqual([
    ['sanctions', listed],
    ['sanctions', fromBalance],
    ['sanctions', another],
  ]);
  const counted = (await listWork(needs, 'reviewer')).find(({ kind }) => kind === 'sanctions');
  expect(counted).toMatchObject({ count: 3, oldest: named.data[0]?.since });
});

test('evidence has what the customer owes us, and how coins whose owner was found came to them, also as printed', async () => {
  const owner = await insertCustomer(database);
  const orderId = await users.placeOrder(owner);
  const depositId = await insertDeposit(database, owner, { amount: 10_000_000n });
  await createFunding(users.dependencies)(depositId);
  const coins = 2_500_000_000_000_000_000n;
  await database.transaction((tx) =>
    post(tx, [
      transfer(custody(USDT), unclaimed(USDT), coins),
      ...['deposit-owner-found', 'deposit-owner-corrected'].map((source) => ({
        source,
        sourceId: depositId,
        description: 'The owner of a deposit was found',
        transfers: [{ debit: unclaimed(USDT), credit: customer(owner.userId, USDT), amount: coins / 2n }],
      })),
      transfer(receivable(owner.userId, USDT), custody(USDT), coins),
    ]),
  );
  const found = await viewEvidence(
    { ...users.dependencies, traceMoney: (each) => traceMoney(database, each) },
    orderId,
  );
  expect(found.ledger.map(({ source }) => source)).toEqual([
    'deposit',
    'order-funded',
    'deposit-owner-found',
    'deposit-owner-corrected',
  ]);
  expect(found.customer.owes).toEqual(['2.5 USDT on BNB Smart Chain']);
  const { brand } = await users.dependencies.settings.current();
  const { sections } = layOutEvidence(found, brand, users.dependencies.clock.now());
  expect(sections.flatMap(({ rows }) => rows)).toContainEqual({
    label: 'Owes us',
    value: '2.5 USDT on BNB Smart Chain',
  });
});

test('a lost second factor waits for administrators alone, until two have granted it, and stays on the person’s page until it ends', async () => {
  const needs = { database, listSupplies: async () => [], valueOf };
  const { userId } = await insertCustomer(database);
  await database.query(
    `insert into factor_reset (id, user_id, asked_at, due_at, statement, begun_by, user_agent, address)
     values (gen_random_uuid(), $1, now(), now() + interval '3 days', 'A phone in the lagoon', 'sign-in', '', '203.0.113.9')`,
    [userId],
  );
  const waiting = async () => (await viewQueue(needs, { role: 'administrator', kind: 'factor-resets' })).data;
  const workOf = async (role: StaffRole) => (await listWork(needs, role)).find(({ kind }) => kind === 'factor-resets');
  expect(await waiting()).toMatchObject([{ id: userId, about: 'Sample Person' }]);
  expect(await workOf('administrator')).toMatchObject({ count: 1, isYours: true });
  expect(await workOf('reviewer')).toMatchObject({ count: 1, isYours: false });
  const shown = async () =>
    (
      await viewUser(
        { ...users.dependencies, listWallets: async () => [], findPayoutAccount: async () => null },
        userId,
      )
    ).factorReset;
  expect(await shown()).toMatchObject({
    statement: 'A phone in the lagoon',
    address: '203.0.113.x',
    knownBy: null,
    first: null,
    grantedAt: null,
  });
  await database.query(`update factor_reset set granted_at = now() where user_id = $1`, [userId]);
  expect(await waiting()).toEqual([]);
  expect(await shown()).toMatchObject({ grantedAt: expect.any(String) });
  await database.query(`update factor_reset set ended_at = now(), outcome = 'stopped' where user_id = $1`, [userId]);
  expect(await shown()).toBeNull();
});
