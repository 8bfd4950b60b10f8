// Coins that no known payment explains, once a person has said whose they are, are a customer's deposit like any other: over the API,
// up to the naira of the order or the payment that waited for them, with a notice, in the owner's data and out of the work queue. Where they
// turn out to be another's, their owner is told how much, and their orders end as where a chain takes coins back.
import { endpoints, type UnclaimedId, type UserId } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { startTestProduct, type TestPerson, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmDeposits } from './custody/deposits/confirm-deposits.ts';
import { insertBlocks, insertWatcher } from './custody/deposits/db.ts';
import { recordLate } from './custody/deposits/record-deposits.ts';
import { drawFromSurplus } from './custody/found/surpluses/draw-surplus.ts';
import { insertSuspected, stopSuspected } from './custody/found/surpluses/db.ts';
import { createWatchList } from './custody/watch-list/watch-list.ts';
import { balance, custody, customer as freeOf, operatorFunds, receivable, verify } from './ledger/index.ts';
import { systemClock } from './platform/clock.ts';
import { findPaymentView } from './sales/payments/db.ts';
import { leftOf } from './sales/payments/refundable.ts';

const USDT = 'USDT@ethereum';
/** A block that the earlier tests know, and one above it. */
const [BEFORE, TIP] = [
  { height: 7n, hash: '0xbefore' },
  { height: 8n, hash: '0xtip' },
];
const { admin, notifications, orders, payments, paymentLinks, personalData, statements, suspense, wallets } = endpoints;
let product: TestProduct;
let customer: TestPerson;
let finance: TestPerson;
beforeAll(async () => {
  product = await startTestProduct();
  customer = await product.signUp();
  finance = await product.signUpStaff('finance');
  await product.database.transaction(async (tx) => {
    await insertWatcher(tx, 'ethereum', 1n);
    await insertBlocks(tx, 'ethereum', [{ ...BEFORE, parentHash: '' }]);
  });
});
afterAll(() => product.close());

const call = (method: string, path: string, body?: object, { token }: { readonly token: string } = customer) =>
  product.call(method, path, { token, body });
const listed = async () =>
  suspense.listUnclaimed.answer.parse(await call('GET', '/admin/suspense/unclaimed', undefined, finance));
const unclaimedCoins = async () => (await listed()).data;
const queue = async () =>
  admin.queue.answer
    .parse(await call('GET', '/admin/queue?kind=unclaimed', undefined, finance))
    .data.map(({ id, amount }) => [id, amount]);

/** A person with a bank account, and their calls. */
async function signUpPaid() {
  const person = await product.signUp();
  const of = (method: string, path: string, body?: object) => call(method, path, body, person);
  await of('PATCH', '/bank-account', { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'Ada Obi' });
  return { person, of };
}

/** A payment in USDT of so many naira by a new link. */
async function openPayment(of: (method: string, path: string, body?: object) => Promise<unknown>, amount: string) {
  const terms = { name: 'Sample shop', purpose: 'Bread', amount, coins: ['USDT'] };
  const link = paymentLinks.create.answer.parse(await of('POST', '/payment-links', terms)).data.id;
  return payments.create.answer.parse(
    await of('POST', '/payments', { linkId: link, currency: 'USDT', network: 'ethereum' }),
  ).data;
}

/** A person says that a part of such coins is a customer's. */
const credit = (
  id: UnclaimedId,
  to: TestPerson,
  part: { amount: string; left: string | undefined; transaction?: string; address: string | undefined },
) =>
  call(
    'POST',
    `/admin/suspense/unclaimed/${id}/credit`,
    { email: to.email, reason: 'Their mail.', part: { transaction: '0xdef', ...part } },
    finance,
  );

/** Coins at these addresses that no payment explains, as the network stops for them and a person lets it go on. */
async function find(places: readonly { address: string; amount: bigint }[]): Promise<UnclaimedId> {
  const { database } = product;
  const [tip] = await database.query<{ height: bigint }>(
    `select max(height) as height from block where network = 'ethereum'`,
  );
  const amount = places.reduce((sum, place) => sum + place.amount, 0n);
  const addressKeys = places.map(({ address }) => address.toLowerCase());
  await insertSuspected(database, 'ethereum', [
    { asset: USDT, amount, addressKeys, places, seenHeight: tip?.height ?? 0n },
  ]);
  await database.transaction((tx) => stopSuspected(tx, 'ethereum'));
  const said = { surplus: `${amount / 1_000_000n} USDT`, reason: 'An upgrade hid them.' };
  await call('POST', '/admin/networks/ethereum/resume', said, finance);
  const found = (await unclaimedCoins()).find(({ surplus, kept }) => surplus !== null && kept === null);
  if (found === undefined) throw new Error('nothing is in suspense');
  return found.id;
}

test('[D14] an order and a payment that waited for such coins go on to their naira, their customer is told, and custody stays as it was', async () => {
  await call('PATCH', '/bank-account', { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'Ada Obi' });
  const wallet = wallets.create.answer.parse(await call('POST', '/wallet/USDT?network=ethereum')).data;
  const order = orders.convert.answer.parse(
    await call('POST', '/conversion', { fromCurrency: 'USDT', network: 'ethereum', fromAmount: '10' }),
  );
  const payment = await openPayment(call, '25000');
  const asked = BigInt(Math.round(Number(payment.amount) * 1_000_000));
  const id = await find([
    { address: wallet.depositAddress, amount: 10_000_000n },
    { address: payment.address, amount: asked + 1_000_000n - (asked % 1_000_000n) },
  ]);
  const [row] = await unclaimedCoins();
  expect(row?.surplus?.places.map(({ customerEmail }) => customerEmail)).toEqual([customer.email, customer.email]);
  expect(await queue()).toEqual([[id, row?.amount]]);
  const booked = await balance(product.database, custody(USDT));

  const press = (amount: string, left: string | undefined, address: string) =>
    credit(id, customer, { amount, left, transaction: '0xabc', address });
  await press('10', row?.amount, wallet.depositAddress);
  await expect(press('10', row?.amount, wallet.depositAddress)).rejects.toThrow('answered 409');
  const [rest] = await unclaimedCoins();
  await press(payment.amount, rest?.amount, payment.address);
  await product.work();
  const { data: seen } = orders.getConversion.answer.parse(await call('GET', `/conversion/${order.id}`));
  expect(seen).toMatchObject({ status: 'pending', funding: 'funded', missingAmount: '0' });
  const { data: paid } = payments.get.answer.parse(await call('GET', `/payments/${payment.id}`));
  expect(paid).toMatchObject({ state: 'paid', deposits: [{ transaction: '0xabc', amount: payment.amount }] });
  expect(await balance(product.database, custody(USDT))).toBe(booked);
  expect((await verify(product.database)).differences).toEqual([]);
  const told = notifications.list.answer.parse(await call('GET', '/notifications')).data;
  expect(told.map(({ message }) => message).filter((message) => message.includes('10 USDT'))).not.toEqual([]);

  // What is left stays for a reason, and is no work; its owner reads what was credited, and not why.
  const [left] = await unclaimedCoins();
  expect(await queue()).toEqual([[id, left?.amount]]);
  await call('POST', `/admin/suspense/unclaimed/${id}/keep`, { as: 'suspense', reason: 'Too little.' }, finance);
  expect(await queue()).toEqual([]);
  const { records } = personalData.own.answer.parse(await call('POST', '/user/data', { password: PASSWORD })).data;
  expect(records['creditedSurpluses']?.map(({ amount }) => amount)).toEqual(['10000000', String(asked)]);
  expect(JSON.stringify(records)).not.toContain('Their mail.');
});

test('[D14] [C1] a part becomes the operator’s own over the API, once, and comes back, once, to be credited to its customer', async () => {
  const id = await find([{ address: `0x${'1'.repeat(40)}`, amount: 3_000_000n }]);
  const body = { as: 'operator', reason: 'Our own test payment.', part: { amount: '3', left: '3' } };
  const press = (token: string) => call('POST', `/admin/suspense/unclaimed/${id}/keep`, body, { token });
  await expect(press(customer.token)).rejects.toThrow('answered 403');
  const before = await balance(product.database, operatorFunds(USDT));
  const presses = await Promise.allSettled([press(finance.token), press(finance.token)]);
  expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await balance(product.database, operatorFunds(USDT))) - before).toBe(3_000_000n);
  expect((await unclaimedCoins()).filter((each) => each.id === id)).toEqual([]);
  const [taken] = (await listed()).taken;
  expect(taken).toMatchObject({ amount: '3', reason: 'Our own test payment.', firstReturn: null });
  const say = (as: string, token: string) =>
    product.call('POST', `/admin/suspense/unclaimed/${taken?.id ?? ''}/keep`, {
      token,
      body: { as, reason: 'They showed their withdrawal.' },
    });
  const putBack = (token: string) => say('returned', token);
  // No first person has said that they are not.
  await expect(say('not-returned', finance.token)).rejects.toThrow('answered 409');
  await expect(say('not-returned', customer.token)).rejects.toThrow('answered 403');
  await expect(putBack(customer.token)).rejects.toThrow('answered 403');
  const returns = await Promise.allSettled([putBack(finance.token), putBack(finance.token)]);
  expect(returns.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await balance(product.database, operatorFunds(USDT))).toBe(before);
  expect((await listed()).taken).toEqual([]);
  expect(await queue()).toContainEqual([id, '3']);
  const [wallet] = wallets.list.answer.parse(await call('GET', '/wallet')).data;
  await credit(id, customer, { amount: '3', left: '3', address: wallet?.depositAddress });
  expect((await unclaimedCoins()).filter((each) => each.id === id)).toEqual([]);
  expect((await verify(product.database)).differences).toEqual([]);
});

/** A payment of another customer is read of a block in which the coins were found already, and is final at once. */
async function readLate(addressKey: string, amount: bigint, tip = TIP): Promise<void> {
  const { database } = product;
  const payment = { identity: `0x${amount}`, transaction: '0xlate', asset: USDT, addressKey, amount } as const;
  await recordLate(
    { database, watchList: createWatchList(database, 'evm'), clock: systemClock },
    {
      network: 'ethereum',
      tip,
      blocks: [{ ...tip, parentHash: '', madeAt: new Date(), transfers: [payment] }],
      confirmations: 1,
      forget: () => Promise.resolve(true),
    },
  );
  await confirmDeposits({ database, log: silentLog, draw: drawFromSurplus }, { network: 'ethereum', tip });
}

test('[D14] [D6] [H-8] who was given coins that are another’s is told how much, their orders wait again, and their statement says why', async () => {
  const { database } = product;
  await database.transaction((tx) => insertBlocks(tx, 'ethereum', [{ ...TIP, parentHash: BEFORE.hash }]));
  const { person: given, of } = await signUpPaid();
  const other = await product.signUp();
  const walletOf = async (person: TestPerson) =>
    wallets.create.answer.parse(await call('POST', '/wallet/USDT?network=ethereum', undefined, person)).data
      .depositAddress;
  const idOf = async ({ email }: TestPerson): Promise<UserId> => {
    const [row] = await database.query<{ id: UserId }>(`select id from app_user where email = $1`, [email]);
    if (row === undefined) throw new Error(`nobody is ${email}`);
    return row.id;
  };
  const [givenId, otherId] = [await idOf(given), await idOf(other)];
  const address = await walletOf(given);
  const convert = async (fromAmount: string) =>
    orders.convert.answer.parse(
      await of('POST', '/conversion', { fromCurrency: 'USDT', network: 'ethereum', fromAmount }),
    ).id;
  const order = await convert('10');
  const id = await find([{ address, amount: 12_000_000n }]);
  await credit(id, given, { amount: '12', left: '12', address });
  await product.work();
  const fundingOf = async () => orders.getConversion.answer.parse(await of('GET', `/conversion/${order}`)).data.funding;
  expect(['funded', 'overpaid']).toContain(await fundingOf());

  await readLate((await walletOf(other)).toLowerCase(), 5_000_000n);
  await product.work();
  expect(await fundingOf()).toBe('awaiting');
  expect(await balance(database, receivable(givenId, USDT))).toBe(0n);
  expect(await balance(database, freeOf(givenId, USDT))).toBe(7_000_000n);
  expect(await balance(database, freeOf(otherId, USDT))).toBe(5_000_000n);
  const told = notifications.list.answer.parse(await of('GET', '/notifications')).data;
  expect(told.map(({ message }) => message).filter((message) => message.includes('another payment'))).toEqual([
    '5 USDT on Ethereum that we credited to you turned out to be another payment’s. They leave your balance; what it does not have is owed to us, and the next coins of this kind pay it. Write to us if they were yours.',
  ]);
  const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7);
  const { entries } = statements.read.answer.parse(await of('GET', `/statements?month=${month}`)).data;
  expect(entries.map(({ kind, coins }) => `${kind} ${coins?.amount}`).toSorted()).toEqual([
    'credit-corrected -2',
    'credit-corrected -3',
    'received 12',
  ]);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D14] [D6] a payment by a link that such coins had covered waits for coins again, and its merchant reads why', async () => {
  const { database } = product;
  const top = { height: TIP.height + 1n, hash: '0xtop' };
  await database.transaction((tx) => insertBlocks(tx, 'ethereum', [{ ...top, parentHash: TIP.hash }]));
  const other = await product.signUp();
  const payment = await openPayment(call, '60000');
  const whole = BigInt(Math.ceil(Number(payment.amount)));
  const id = await find([{ address: payment.address, amount: whole * 1_000_000n }]);
  await product.database.query(`update customer_order set status = 'pending' where id = $1`, [payment.id]);
  await credit(id, customer, { amount: payment.amount, left: String(whole), address: payment.address });
  await product.work();
  const stateOf = async () => payments.get.answer.parse(await call('GET', `/payments/${payment.id}`)).data.state;
  expect(await stateOf()).toBe('paid');
  const wallet = wallets.create.answer.parse(await call('POST', '/wallet/USDT?network=ethereum', undefined, other));
  await readLate(wallet.data.depositAddress.toLowerCase(), whole * 1_000_000n, top);
  await product.work();
  expect(await stateOf()).not.toBe('paid');
  const [row] = await database.query<{ received: string; payout: string }>(
    `select received::text, payout from customer_order where id = $1`,
    [payment.id],
  );
  expect(row).toEqual({ received: '0', payout: 'none' });
  const view = await findPaymentView(database, payment.id, null);
  expect(view === null ? null : leftOf(view, USDT)).toBe(0n);
  const events = await database.query<{ type: string; text: string }>(
    `select type, text from order_event where order_id = $1 and type = 'deposit-corrected'`,
    [payment.id],
  );
  expect(events).toEqual([
    {
      type: 'deposit-corrected',
      text: 'Coins that had been credited were another payment’s. The payment waits for coins again.',
    },
  ]);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D14] [D6] an order waits again whose coins turn out to be of a payment by a link of the same merchant', async () => {
  const { database } = product;
  const top = { height: TIP.height + 2n, hash: '0xtopmost' };
  await database.transaction((tx) => insertBlocks(tx, 'ethereum', [{ ...top, parentHash: '0xtop' }]));
  const { person: merchant, of } = await signUpPaid();
  const wallet = wallets.create.answer.parse(await of('POST', '/wallet/USDT?network=ethereum')).data;
  const order = orders.convert.answer.parse(
    await of('POST', '/conversion', { fromCurrency: 'USDT', network: 'ethereum', fromAmount: '10' }),
  ).id;
  const payment = await openPayment(of, '60000');
  const id = await find([{ address: wallet.depositAddress, amount: 10_000_000n }]);
  const booked = await balance(database, custody(USDT));
  await credit(id, merchant, { amount: '10', left: '10', address: wallet.depositAddress });
  await product.work();
  const fundingOf = async () => orders.getConversion.answer.parse(await of('GET', `/conversion/${order}`)).data.funding;
  expect(await fundingOf()).toBe('funded');
  await readLate(payment.address.toLowerCase(), 10_000_001n, top);
  await product.work();
  const [row] = await database.query<{ userId: UserId; received: string }>(
    `select user_id as "userId", received::text from customer_order where id = $1`,
    [payment.id],
  );
  if (row === undefined) throw new Error('the payment is gone');
  expect(row.received).toBe('10000001');
  expect(await balance(database, custody(USDT))).toBe(booked + 1n);
  expect(await fundingOf()).toBe('awaiting');
  expect(await balance(database, receivable(row.userId, USDT))).toBe(0n);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D14] a payment that was given less than it asks for is not covered by the same coins a second time, once they are read', async () => {
  const { database } = product;
  const top = { height: TIP.height + 3n, hash: '0xhighest' };
  await database.transaction((tx) => insertBlocks(tx, 'ethereum', [{ ...top, parentHash: '0xtopmost' }]));
  const { person: merchant, of } = await signUpPaid();
  const payment = await openPayment(of, '60000');
  expect(Number(payment.amount)).toBeGreaterThan(30);
  const id = await find([{ address: payment.address, amount: 30_000_000n }]);
  await credit(id, merchant, { amount: '20', left: '30', address: payment.address });
  await product.work();
  await readLate(payment.address.toLowerCase(), 30_000_000n, top);
  await product.work();
  const [order] = await database.query<{ userId: UserId; received: string; payout: string; funding: string }>(
    `select user_id as "userId", received::text, payout, funding from customer_order where id = $1`,
    [payment.id],
  );
  if (order === undefined) throw new Error('the payment is gone');
  expect(order).toMatchObject({ received: '30000000', payout: 'none', funding: 'underpaid' });
  expect(await balance(database, receivable(order.userId, USDT))).toBe(0n);
  expect((await verify(database)).differences).toEqual([]);
});

test.each([
  // Without approval: nothing has left.
  { name: 'is covered by it once more', status: 'pending', coins: 39n, payouts: 0 },
  { name: 'has no second payout where its naira are on their way', status: 'processing', coins: 40n, payouts: 1 },
])('[D14] [P1] a payment that was given its coins, which are then read as more of them, $name', async (one) => {
  const { database } = product;
  const [below] = await database.query<{ height: bigint; hash: string }>(
    `select height, hash from block where network = 'ethereum' order by height desc limit 1`,
  );
  const top = { height: (below?.height ?? 0n) + 1n, hash: `0x${one.status}` };
  await database.transaction((tx) => insertBlocks(tx, 'ethereum', [{ ...top, parentHash: below?.hash ?? '' }]));
  const { person: merchant, of } = await signUpPaid();
  const payment = await openPayment(of, '60000');
  const id = await find([{ address: payment.address, amount: one.coins * 1_000_000n }]);
  await database.query(`update customer_order set status = $2 where id = $1`, [payment.id, one.status]);
  await credit(id, merchant, { amount: payment.amount, left: String(one.coins), address: payment.address });
  await product.work();
  await readLate(payment.address.toLowerCase(), one.coins * 1_000_000n, top);
  await product.work();
  const [order] = await database.query<{ userId: UserId; amount: string; payouts: number }>(
    `select user_id as "userId", amount::text, (select count(*)::int from payout p where p.order_id = o.id) as payouts
     from customer_order o where id = $1`,
    [payment.id],
  );
  if (order === undefined) throw new Error('the payment is gone');
  const excess = one.coins * 1_000_000n - BigInt(order.amount);
  expect(excess).toBeGreaterThan(0n);
  expect(order.payouts).toBe(one.payouts);
  expect(await balance(database, freeOf(order.userId, USDT))).toBe(excess);
  expect(await balance(database, receivable(order.userId, USDT))).toBe(0n);
  expect((await verify(database)).differences).toEqual([]);
});
