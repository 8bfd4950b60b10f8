// Coins of a payment that became no naira go back to its payer once, to the address that the payer gave and the
// merchant confirmed; coins that became naira, are held for the payment or were spent do not.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import {
  type DepositId,
  IDEMPOTENCY_KEY,
  type RefundId,
  type OrderId,
  type UserId,
  type OfferId,
} from '@kobogate/contract';
import { createTestProof, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { createPaymentDependencies, insertArrival, insertLink, openingBy } from '@kobogate/testkit/sales/payments.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance, customer, refunding } from '../../ledger/index.ts';
import type { Caller } from '../../platform/route.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { describePayer } from '../payments/describe-payer.ts';
import { createPaymentOpening } from '../payments/open-payment.ts';
import { viewOwnPayment, createPaymentViewing } from '../payments/view-payments.ts';
import { saveDecision } from '../../custody/refunds/db.ts';
import { giveBack } from '../../custody/refunds/give-back.ts';
import { answerOffer } from './answer-offer.ts';
import { confirmOffer } from './confirm-offer.ts';
import { declineReverted } from './decline-reverted.ts';
import { followRefund } from './follow-refund.ts';
import { offerRefund } from './offer-refund.ts';
import { withdrawOffer } from './withdraw-offer.ts';
import { type RefundInput, requestRefund } from '../../custody/refunds/request-refund.ts';

const ASSET = 'USDT@ethereum';
const PAYER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const UNIT = 1_000_000n;
const publicOrigin = 'https://gate.example';
let db: TestDatabase;
let clock: TestClock;
let merchant: TestCustomer;
let caller: Caller;
let id: OrderId;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  clock = createTestClock();
  merchant = await insertCustomer(db.database);
  caller = await signIn(db.database, merchant.userId);
  const linkId = await insertLink(db.database, merchant.userId);
  id = await createPaymentOpening(dependencies())({ ...openingBy(linkId), by: { merchantId: merchant.userId } });
});

const dependencies = () => {
  const made = {
    ...createPaymentDependencies(db.database, { clock }),
    publicOrigin,
    proveOwner: createTestProof(),
  };
  return { ...made, requestRefund: (input: RefundInput) => requestRefund(made, input) };
};
const arrive = async (amount: bigint, asset = ASSET): Promise<string> => {
  const depositId = await insertArrival(db.database, id, { amount, asset, seenAt: clock.now() });
  await fundDeposit(dependencies(), depositId);
  return depositId;
};
const offer = (asset = ASSET, idempotencyKey?: string) =>
  offerRefund(dependencies(), { id, merchantId: merchant.userId, asset, idempotencyKey });
const own = () => viewOwnPayment(dependencies(), { id, merchantId: merchant.userId });
const offerId = async () => (await own()).refunds.at(-1)?.id ?? idFor<OfferId>('');
const answer = async (address = PAYER) =>
  answerOffer(dependencies(), { id, offerId: await offerId(), address, visitor: id });
const confirm = async (password = 'right') =>
  confirmOffer(dependencies(), { id, offerId: await offerId(), caller, password, code: '' });
const withdraw = async () =>
  withdrawOffer(dependencies(), { id, offerId: await offerId(), merchantId: merchant.userId });
const free = () => balance(db.database, customer(merchant.userId, ASSET));
const aside = () => balance(db.database, refunding(merchant.userId, ASSET));
const told = async (state: 'approved' | 'declined' | 'sent' | 'final') => {
  const [row] = await db.database.query<{ refund_id: RefundId }>(
    `select refund_id from refund_offer where order_id = $1`,
    [id],
  );
  const refundId = row?.refund_id ?? idFor<RefundId>('');
  for (let time = 0; time < 2; time += 1) await followRefund(dependencies(), { refundId, state });
  return refundId;
};
const timeline = async () => (await createPaymentViewing(dependencies())(id)).timeline.map(({ type }) => type);

test('the key under which an offer becomes a refund can’t be sent by a caller', async () => {
  await arrive(20_625_000n);
  await offer();
  await answer();
  await confirm();
  const [row] = await db.database.query<{ key: string }>(
    `select r.idempotency_key as key from refund_offer o join refund r on r.id = o.refund_id where o.order_id = $1`,
    [id],
  );
  expect(row?.key).toBeTruthy();
  expect(row?.key).not.toMatch(IDEMPOTENCY_KEY);
});

describe('the excess of a payment', () => {
  test('is offered, answered, confirmed once, and both sides see each step', async () => {
    await db.database.query(`update payment set payer_email = $2, payer_language = 'ha' where order_id = $1`, [
      id,
      `${id}@example.test`,
    ]);
    await arrive(20_625_000n);
    expect((await own()).refundable).toEqual([
      { asset: ASSET, currency: 'USDT', networkName: 'Ethereum', amount: '5', fee: '2', net: '3', isClosing: false },
    ]);
    await offer();
    await expect(offer()).rejects.toMatchObject({ status: 409 });
    const seen = await createPaymentViewing(dependencies())(id);
    expect(seen.refunds).toMatchObject([{ state: 'offered', amount: '5', net: '3', address: null }]);
    // The evidence of the order tells where its coins go too.
    expect((await describePayer(db.database, id))?.refunds).toMatchObject([{ id: seen.refunds[0]?.id, net: '3' }]);
    await expect(confirm()).rejects.toThrow(/has not said where/);
    await answer();
    await expect(answer()).rejects.toMatchObject({ status: 409, code: 'address-given' });
    expect([await free(), await aside()]).toEqual([5n * UNIT, 0n]);
    await expect(confirm('wrong')).rejects.toThrow(/not proven/);
    await Promise.all([confirm(), confirm()]);
    await confirm();
    expect([await free(), await aside()]).toEqual([0n, 5n * UNIT]);
    await expect(withdraw()).rejects.toMatchObject({ status: 409 });
    await told('approved');
    await told('sent');
    await told('final');
    expect((await timeline()).slice(-6)).toEqual([
      'refund-offered',
      'refund-answered',
      'refund-confirmed',
      'refund-approved',
      'refund-sent',
      'refund-final',
    ]);
    const page = `${publicOrigin}/custom-payment/${seen.linkId}/payments/${id}?lang=ha\n`;
    const mails = await db.database.query<{ payload: { text: string } }>(
      `select payload from event where type = 'mail.send' and payload->>'to' = $1 order by id`,
      [`${id}@example.test`],
    );
    expect(mails.every(({ payload }) => payload.text.includes(page))).toBe(true);
    expect(mails.map(({ payload }) => payload.text)).toEqual([
      expect.stringMatching(/^Sample shop yana so ya mayar muku/),
      expect.stringMatching(new RegExp(`An aika shi zuwa ${PAYER}`)),
      expect.stringMatching(new RegExp(`Ya isa ${PAYER} kuma ya tabbata`)),
    ]);
    expect((await own()).refundable).toEqual([]);
  });

  test('of a refund that the operator declined can be offered again', async () => {
    await arrive(20_625_000n);
    await offer();
    await answer();
    await confirm();
    await db.database.query(`update payment set payer_email = $2 where order_id = $1`, [id, `${id}@example.test`]);
    const refundId = await told('declined');
    const mails = await db.database.query<{ payload: { text: string } }>(
      `select payload from event where type = 'mail.send' and payload->>'to' = $1`,
      [`${id}@example.test`],
    );
    expect(mails.map(({ payload }) => payload.text)).toEqual([
      expect.stringContaining('The operator declined the refund of 5 USDT'),
    ]);
    await db.database.transaction(async (tx) => {
      await giveBack(tx, { id: refundId, userId: merchant.userId, asset: ASSET, place: 'balance', amount: 5n * UNIT });
      await saveDecision(tx, { id: refundId, status: 'declined', reason: null, adminId: null });
    });
    expect((await own()).refundable).toMatchObject([{ amount: '5' }]);
    await offer();
    expect(await free()).toBe(5n * UNIT);
  });

  test('is not sent where the balance was spent, or the chain took a part back', async () => {
    const depositId = await arrive(20_625_000n);
    await offer();
    await answer();
    await db.database.query(`update deposit set amount = amount - 1000000 where id = $1`, [depositId]);
    await expect(confirm()).rejects.toThrow(/taken back/);
    await db.database.query(`update deposit set amount = amount + 1000000 where id = $1`, [depositId]);
    const mine = { asset: ASSET, amount: '4', address: PAYER, password: 'right', code: '', idempotencyKey: undefined };
    await requestRefund(dependencies(), { ...mine, caller });
    await expect(confirm()).rejects.toThrow(/You have less than that/);
    expect([await free(), await aside()]).toEqual([1n * UNIT, 4n * UNIT]);
    expect((await own()).refunds).toMatchObject([{ state: 'answered' }]);
    await withdraw();
    expect((await own()).refunds).toEqual([]);
  });
});

test('an offer whose fee is another one by now is not confirmed: the payer was told what arrives', async () => {
  await arrive(20_625_000n);
  await offer();
  await answer();
  await db.database.query(`update refund_offer set fee = fee - 500000 where order_id = $1`, [id]);
  await expect(confirm()).rejects.toMatchObject({ status: 409, message: /network’s fee has changed/ });
  expect([await free(), await aside()]).toEqual([5n * UNIT, 0n]);
  await withdraw();
  await offer();
  await answer();
  await confirm();
  expect(await aside()).toBe(5n * UNIT);
});

test('[L2] a confirmation that waits for the payment holds up no payout: it locks the count of what leaves after it', async () => {
  await arrive(20_625_000n);
  await offer();
  await answer();
  let confirmed: Promise<void> = Promise.resolve();
  await db.database.transaction(async (tx) => {
    await tx.query(`select 1 from customer_order where id = $1 for update`, [id]);
    confirmed = confirm();
    await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
    // As the payout of this very payment does.
    await tx.query(`select 1 from departure for update nowait`);
  });
  await confirmed;
  expect(await aside()).toBe(5n * UNIT);
});

test('[D6] a refund of coins that the chain took back is declined, although the merchant’s other coins have paid for them; another stays', async () => {
  await arrive(20_625_000n);
  await offer();
  await answer();
  await confirm();
  const second = await arrive(4n * UNIT);
  await offer();
  await answer();
  await confirm();
  await db.database.query(`update deposit set status = 'reverted' where id = $1`, [second]);
  for (let time = 0; time < 2; time += 1) await declineReverted({ ...db, log: silentLog }, idFor<DepositId>(second));
  expect((await own()).refunds.map(({ amount, state }) => [amount, state])).toEqual([
    ['5', 'requested'],
    ['4', 'declined'],
  ]);
  expect([await free(), await aside()]).toEqual([4n * UNIT, 5n * UNIT]);
});

describe('[D6] two refunds of coins that the chain took back', () => {
  let [first, second, depositId] = [idFor<RefundId>(''), idFor<RefundId>(''), idFor<DepositId>('')];
  beforeEach(async () => {
    const deposits = [];
    for (const amount of [20_625_000n, 4n * UNIT]) {
      deposits.push(await arrive(amount));
      await offer();
      await answer();
      await confirm();
    }
    await db.database.query(`update deposit set status = 'reverted' where id = any($1::uuid[])`, [deposits]);
    depositId = idFor<DepositId>(deposits[1] ?? '');
    const made = await db.database.query<{ id: RefundId }>(
      `select refund_id as id from refund_offer where order_id = $1 order by refund_id`,
      [id],
    );
    [first, second] = [made[0]?.id ?? first, made[1]?.id ?? second];
  });
  const decline = () => declineReverted({ ...db, log: silentLog }, depositId);
  const states = async () => (await own()).refunds.map(({ state }) => state);

  test('[I5] stay as they are while a fence is up, as older books may not know that one was paid', async () => {
    await whileFenced(db.database, merchant.userId, async () => {
      await expect(decline()).rejects.toMatchObject({ status: 503 });
      expect(await states()).toEqual(['requested', 'requested']);
    });
    await decline();
    expect(await states()).toEqual(['declined', 'declined']);
  });

  test('[L2] are locked in the order in which all lock refunds', async () => {
    let declining: Promise<void> = Promise.resolve();
    await db.database.transaction(async (tx) => {
      await tx.query(`select 1 from refund where id = $1 for update`, [first]);
      declining = decline();
      await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
      await tx.query(`select 1 from refund where id = $1 for update nowait`, [second]);
    });
    await declining;
    expect(await states()).toEqual(['declined', 'declined']);
  });
});

test('coins that come while an offer is open can be offered once that offer has ended, and not before', async () => {
  await arrive(20_625_000n);
  await offer();
  await arrive(4n * UNIT);
  expect((await own()).refundable).toEqual([]);
  await expect(offer()).rejects.toMatchObject({ status: 409, message: /offered to the payer already/ });
  await answer();
  await expect(offer()).rejects.toMatchObject({ status: 409 });
  await confirm();
  expect((await own()).refundable).toMatchObject([{ amount: '4' }]);
  await offer();
  expect((await own()).refunds.map(({ amount }) => amount)).toEqual(['5', '4']);
});

test('[L2] an offer that is made again with its key is the same one, also after it was withdrawn; for another coin it is refused', async () => {
  await arrive(20_625_000n);
  await Promise.all([offer(ASSET, 'offer-1'), offer(ASSET, 'offer-1')]);
  expect((await own()).refunds).toHaveLength(1);
  await expect(offer()).rejects.toMatchObject({ status: 409 });
  await withdraw();
  await offer(ASSET, 'offer-1');
  expect((await own()).refunds).toEqual([]);
  await expect(offer('USDT@bsc', 'offer-1')).rejects.toMatchObject({ status: 409, code: 'idempotency-key-used' });
});

test('coins that are offered and withdrawn again and again fill neither the payer’s mailbox nor the timeline', async () => {
  const email = `Payer-${id}@example.test`;
  await db.database.query(`update payment set payer_email = $2 where order_id = $1`, [id, email]);
  await arrive(20_625_000n);
  const mails = async () =>
    (await db.database.query(`select 1 from event where type = 'mail.send' and payload->>'to' = $1`, [email])).length;
  for (let time = 0; time < 20; time += 1) {
    await offer();
    await withdraw();
  }
  expect(await mails()).toBe(3);
  await expect(offer()).rejects.toMatchObject({ status: 409, message: /20 times/ });
  expect((await timeline()).filter((type) => type.startsWith('refund-'))).toHaveLength(40);
});

test('one address gets few mails about offers a day from all merchants, and the offers are made all the same', async () => {
  const email = `payer-${id}@example.test`;
  const limit = { thing: 'refund-offer-mails', subject: email, most: 5, windowSeconds: 86_400 };
  for (let time = 0; time < 5; time += 1) await consumeRateLimit(db.database, [limit], clock.now());
  await db.database.query(`update payment set payer_email = $2 where order_id = $1`, [id, email.toUpperCase()]);
  await arrive(20_625_000n);
  await offer();
  expect((await own()).refunds).toHaveLength(1);
  expect(await db.database.query(`select 1 from event where lower(payload->>'to') = $1`, [email])).toEqual([]);
});

test('a merchant’s offers are limited within the hour', async () => {
  const limit = { thing: 'refund-offers', subject: merchant.userId, most: 100, windowSeconds: 3600 };
  await Promise.all(Array.from({ length: 100 }, () => consumeRateLimit(db.database, [limit], clock.now())));
  await arrive(20_625_000n);
  await expect(offer()).rejects.toMatchObject({ status: 429 });
});

test('a payment that stays short ends where its coins are offered, not while its rate holds', async () => {
  await arrive(10n * UNIT);
  await expect(offer()).rejects.toMatchObject({ status: 409 });
  clock.advance(901_000);
  expect((await own()).refundable).toMatchObject([{ amount: '10', isClosing: true }]);
  await offer();
  expect(await own()).toMatchObject({ state: 'declined', refunds: [{ amount: '10', state: 'offered' }] });
  expect(await free()).toBe(10n * UNIT);
  await withdraw();
  expect((await own()).refundable).toMatchObject([{ amount: '10', isClosing: false }]);
});

test('coins that became naira can’t be refunded', async () => {
  await arrive(15_625_000n);
  expect((await own()).refundable).toEqual([]);
  await expect(offer()).rejects.toMatchObject({ status: 409 });
});

test('[D10] coins that came as another coin or on another network are offered too, each by itself', async () => {
  await arrive(20_625_000n);
  await arrive(7n * 10n ** 18n, 'USDT@bsc');
  await arrive(9n * UNIT, 'USDT.e@avalanche');
  expect((await own()).refundable.map(({ asset, net }) => [asset, net])).toEqual([
    [ASSET, '3'],
    ['USDT@bsc', '6.7'],
    ['USDT.e@avalanche', '8.8'],
  ]);
  for (const asset of [ASSET, 'USDT@bsc']) await offer(asset);
  expect((await own()).refunds.map(({ asset }) => asset)).toEqual([ASSET, 'USDT@bsc']);
});

test.each([
  ['a broken checksum', PAYER.replace('C8', 'c8'), /checksum/],
  ['another network’s', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /not an address/],
])('[D4] %s address is refused with a message, and another can be given', async (_name, address, words) => {
  await arrive(20_625_000n);
  await offer();
  await expect(answer(address)).rejects.toThrow(words);
  await answer();
});

test('another merchant’s payment is not found, and an offer belongs to its own payment only', async () => {
  await arrive(20_625_000n);
  const stranger = { id, merchantId: newId<UserId>() };
  await expect(
    offerRefund(dependencies(), { ...stranger, asset: ASSET, idempotencyKey: undefined }),
  ).rejects.toMatchObject({ status: 404 });
  await offer();
  const offered = await offerId();
  await expect(withdrawOffer(dependencies(), { ...stranger, offerId: offered })).rejects.toMatchObject({ status: 404 });
  await expect(
    confirmOffer(dependencies(), {
      id,
      offerId: offered,
      caller: { ...caller, userId: stranger.merchantId },
      password: 'right',
      code: '',
    }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(
    answerOffer(dependencies(), { id: newId(), offerId: offered, address: PAYER, visitor: 'a' }),
  ).rejects.toMatchObject({ status: 404 });
});
