// A payment is opened for a merchant who can be paid, once for each Idempotency-Key, at its own address and at a rate
// that holds as long as it says; a caller who opens without end uses up nothing that others need.
import { expectDeposit, fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { DEFAULT_SETTINGS, type LinkId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import {
  confirmArrival,
  createTestAddressSources,
  insertArrival,
  insertLink,
  openingBy,
} from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { describe, expect, test } from 'vitest';
import { type Limit, consumeRateLimit } from '../../platform/throttle.ts';
import { mailReceipt } from './mail-receipt.ts';
import { createPaymentOpening, type OpenPaymentInput } from './open-payment.ts';
import { strangersPlaces } from './pool-places.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

describe('a payment that is opened', () => {
  test('asks for the coins that are worth the link’s naira, at its own address, the rate held', async () => {
    const payment = await shop.view(await shop.open());
    expect(payment).toMatchObject({
      amount: '15.625',
      missing: '15.625',
      nairaKobo: '2500000',
      rate: '1600',
      state: 'waiting',
      lockExpiresAt: new Date(shop.clock.now().getTime() + 900_000).toISOString(),
      timeline: [{ type: 'opened' }],
    });
    expect(payment.uri).toContain(payment.address);
    expect((await shop.view(await shop.open())).address).not.toBe(payment.address);
  });

  test('the same Idempotency-Key answers with the first one, and is refused for anything else', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => shop.open({ idempotencyKey: 'a' })));
    expect(new Set(ids).size).toBe(1);
    await expect(shop.open({ idempotencyKey: 'a', network: 'bsc' })).rejects.toMatchObject({ status: 409 });
    expect(await shop.open({ idempotencyKey: 'a', by: { merchantId: shop.merchantId } })).not.toBe(ids[0]);
  });

  test('a caller at their own limit does not use up that of the link, which all payers need', async () => {
    const visitor = `192.0.2.${shop.linkId}`;
    const minute = { most: 300, windowSeconds: 60 };
    const turns = (count: number, limit: Limit) =>
      Promise.all(Array.from({ length: count }, () => consumeRateLimit(shop.database, [limit], shop.clock.now())));
    await turns(60, { thing: 'payment-browser', subject: `${visitor} sample`, most: 60, windowSeconds: 900 });
    await turns(299, { thing: 'payment-link', subject: shop.linkId, ...minute });
    for (let i = 0; i < 3; i += 1)
      await expect(shop.open({ by: { visitor, browser: 'sample' } })).rejects.toMatchObject({ status: 429 });
    await shop.open({ by: { visitor: `198.51.100.${shop.linkId}`, browser: 'sample' } });
    await expect(shop.open({ by: { visitor: `198.51.100.${shop.linkId}`, browser: 'sample' } })).rejects.toMatchObject({
      status: 429,
    });
  });

  test('its receipt can be mailed once it is paid, in its payer’s language, and leads back to this very payment', async () => {
    const id = await shop.open();
    const visitor = `203.0.113.${id}`;
    const mail = () =>
      mailReceipt(
        { ...shop.dependencies, publicOrigin: 'https://pay.test' },
        { id, email: `${id}@example.test`, language: 'yo', visitor },
      );
    await expect(mail()).rejects.toMatchObject({ status: 409, code: 'payment-unpaid' });
    await shop.arrive(id, 15.625);
    await mail();
    const [row] = await shop.database.query<{ payload: { text: string; subject: string } }>(
      `select payload from event where type = 'mail.send' and payload->>'to' = $1`,
      [`${id}@example.test`],
    );
    expect(row?.payload.text).toMatch(`https://pay.test/custom-payment/${shop.linkId}/payments/${id}?lang=yo\n`);
    expect(row?.payload.subject).toBe('Rìsíìtì: Sample shop');
  });

  test('covers itself once its coins are final, and the naira may leave automatically', async () => {
    const id = await shop.open();
    await shop.arrive(id, 15.625);
    expect(await shop.view(id)).toMatchObject({
      state: 'paid',
      missing: '0',
      received: '15.625',
      uri: null,
      excess: '0',
    });
    expect([await shop.free(), await shop.aside()]).toEqual([0n, 15_625_000n]);
    expect(
      await shop.database.query(`select 1 from event where type = 'order.payable' and payload->>'orderId' = $1`, [id]),
    ).toHaveLength(1);
  });
});

describe('merchants who can be paid', () => {
  test('a merchant without a payout account, or whose account is disabled, with a message that does not say why', async () => {
    await shop.database.query(`update app_user set disabled_at = now() where id = $1`, [shop.merchantId]);
    await expect(shop.open()).rejects.toMatchObject({
      status: 409,
      code: 'not-payable',
      message: /can’t be paid at the moment/,
    });
    await shop.database.query(`update app_user set disabled_at = null where id = $1`, [shop.merchantId]);
    await shop.database.query(`delete from bank_account where user_id = $1`, [shop.merchantId]);
    await expect(shop.open()).rejects.toMatchObject({ status: 409, message: /can’t be paid at the moment/ });
  });

  test('[R2] no address is used up for a merchant who can’t be paid, and of a limited pool a merchant gets so many a day', async () => {
    const solana = createTestAddressSources().find(({ family }) => family === 'solana');
    if (solana === undefined) throw new Error('no source of Solana addresses');
    const pool = { ...solana, size: 1000 };
    const taken = () =>
      shop.database.query(`select next_index as taken from derivation_counter where key_fingerprint = $1`, [
        pool.keyFingerprint,
      ]);
    const openOnSolana = () =>
      createPaymentOpening({ ...shop.dependencies, addressSources: [pool] })({
        ...openingBy(shop.linkId),
        network: 'solana',
        by: { merchantId: shop.merchantId },
      });
    await shop.database.query(`update app_user set disabled_at = now() where id = $1`, [shop.merchantId]);
    await expect(openOnSolana()).rejects.toMatchObject({ status: 409 });
    expect(await taken()).toEqual([]);
    await shop.database.query(`update app_user set disabled_at = null where id = $1`, [shop.merchantId]);
    const attempts: PromiseSettledResult<string>[] = [];
    // In waves: on a busy machine more at once would wait for the database longer than a call may.
    while (attempts.length < 203) {
      attempts.push(...(await Promise.allSettled(Array.from({ length: 29 }, openOnSolana))));
    }
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ status: 429, code: 'network-busy', message: /Another network/ });
    expect(await taken()).toEqual([{ taken: 200 }]);
  });

  test('[R4] a stranger gets the first addresses of a pool at once and waits for more; other payers do not wait', async () => {
    const solana = createTestAddressSources().find(({ family }) => family === 'solana');
    if (solana === undefined) throw new Error('no source of Solana addresses');
    const dependencies = { ...shop.dependencies, addressSources: [{ ...solana, size: 1000 }] };
    const openBy = (by: OpenPaymentInput['by']) =>
      createPaymentOpening(dependencies)({ ...openingBy(shop.linkId), network: 'solana', by });
    const opened = async (count: number, by: (index: number) => OpenPaymentInput['by']): Promise<number> => {
      const attempts = await Promise.allSettled(Array.from({ length: count }, (_, index) => openBy(by(index))));
      return attempts.filter(({ status }) => status === 'fulfilled').length;
    };
    const bot = { visitor: '192.0.2.66', browser: 'bot' };
    expect(await opened(10, () => bot)).toBe(5);
    await expect(openBy(bot)).rejects.toMatchObject({ status: 429, code: 'network-busy', message: /Another network/ });
    expect(await opened(1, () => ({ ...bot, browser: 'a neighbour' }))).toBe(1);
    shop.clock.advance(601_000);
    expect(await opened(10, () => bot)).toBe(5);
    shop.clock.advance(601_000);
    expect(await opened(10, () => bot)).toBe(2);
    // With another browser name each time: then its network address waits, and another one does not.
    expect(await opened(29, (index) => ({ ...bot, browser: `bot ${index}` }))).toBe(18);
    expect(await opened(1, () => ({ visitor: '192.0.2.67', browser: 'bot' }))).toBe(1);
  });

  test('[R4] strangers who use up their part of a pool take nothing of the merchant’s, close it for four hours at most, and paid payments give their place back', async () => {
    const solana = createTestAddressSources().find(({ family }) => family === 'solana');
    if (solana === undefined) throw new Error('no source of Solana addresses');
    const dependencies = { ...shop.dependencies, addressSources: [{ ...solana, size: 1000 }] };
    const openBy = (by: OpenPaymentInput['by']) =>
      createPaymentOpening(dependencies)({ ...openingBy(shop.linkId), network: 'solana', by });
    const strangers = strangersPlaces(shop.merchantId, 'solana');
    const payer = { visitor: '192.0.2.1', browser: 'sample' };
    const paid = await openBy(payer);
    for (let taken = 1; taken < strangers.most; taken += 1) {
      await consumeRateLimit(shop.database, [strangers], shop.clock.now());
    }
    await expect(openBy(payer)).rejects.toMatchObject({ status: 429, code: 'network-busy' });
    await openBy({ merchantId: shop.merchantId });
    await shop.arrive(paid, 15.625);
    expect(await shop.view(paid)).toMatchObject({ state: 'paid' });
    await openBy(payer);
    await expect(openBy(payer)).rejects.toMatchObject({ status: 429 });
    shop.clock.advance(4 * 3600_000 + 1000);
    await openBy(payer);
  });

  test.each<[string, Partial<OpenPaymentInput>, RegExp, string]>([
    [
      'a coin that does not exist there',
      { currency: 'BTC', network: 'ethereum' },
      /does not exist on Ethereum/,
      'pair-gone',
    ],
    ['an unknown coin', { currency: 'DOGE' }, /do not know this currency/, 'pair-gone'],
    ['a network that is not watched', { network: 'polygon' }, /do not receive on Polygon/, 'pair-gone'],
    ['another amount than the link’s', { amount: '1' }, /asks for 25000 NGN/, 'amount-fixed'],
    ['no amount at all', { amount: 'much' }, /asks for 25000 NGN/, 'amount-fixed'],
    ['a part of a kobo more', { amount: '25000.001' }, /asks for 25000 NGN/, 'amount-fixed'],
  ])('not with %s', async (_what, input, message, code) => {
    await expect(shop.open(input)).rejects.toMatchObject({ status: 422, message, code });
  });

  test.each(['25000', '25000.00', '025000.0'])('with the link’s own amount, written as %s', async (amount) => {
    expect(await shop.view(await shop.open({ amount }))).toMatchObject({ state: 'waiting', nairaKobo: '2500000' });
  });

  test('[R4] a stranger who sends a little for large payments uses up nothing of the merchant’s day; payments that are covered do', async () => {
    const admin = await insertCustomer(shop.database, { isAdmin: true });
    const { tiers } = DEFAULT_SETTINGS;
    const day = { maximumKobo: null, dayKobo: '6000000' };
    await decideSetting(shop.database, admin.userId, 'tiers', { ...tiers, limits: tiers.limits.map(() => day) });
    for (let begun = 0; begun < 3; begun += 1) {
      const id = await shop.open();
      await shop.arrive(id, 0.5);
      expect(await shop.view(id)).toMatchObject({ state: 'underpaid' });
    }
    const paid = [await shop.open(), await shop.open(), await shop.open()];
    for (const id of paid) await shop.arrive(id, 15.625);
    // ₦60,000 a day: the third is more, and waits for a person.
    const held = await Promise.all(paid.map(async (id) => (await shop.view(id)).isHeld));
    expect(held).toEqual([false, false, true]);
    await expect(shop.open()).rejects.toMatchObject({ status: 422, code: 'above-allowed' });
    await decideSetting(shop.database, admin.userId, 'tiers', tiers);
  });

  test('[R2] a caller who opens without end is slowed down, and affects neither callers elsewhere nor another browser behind the same address', async () => {
    const visitor = `shared ${shop.linkId}`;
    const bot = () => shop.open({ by: { visitor, browser: 'bot' } });
    const attempts = await Promise.allSettled(Array.from({ length: 80 }, bot));
    const refused = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
    expect(refused.length).toBe(20);
    expect(refused[0]).toMatchObject({ status: 429, message: /Very many payments .* try again in 15 minutes/ });
    for (const by of [
      { visitor, browser: 'real' },
      { visitor: 'elsewhere', browser: 'bot' },
    ]) {
      expect((await shop.view(await shop.open({ by }))).state).toBe('waiting');
    }
  });

  test('[R4] one network address takes no more than half of what a link’s payers open in a minute, whatever browsers it names', async () => {
    const openAs = (visitor: string, browser: string) => shop.open({ by: { visitor, browser } });
    const bot = Array.from({ length: 310 }, (_, index) => openAs(`bot ${shop.linkId}`, `browser ${index}`));
    const opened = (await Promise.allSettled(bot)).filter(({ status }) => status === 'fulfilled');
    expect(opened).toHaveLength(150);
    expect(await shop.view(await openAs('a payer', 'sample'))).toMatchObject({ state: 'waiting' });
  });

  test('[R2] a caller with a new browser name each time is limited too, without affecting its neighbours on other links', async () => {
    const visitor = `many ${shop.linkId}`;
    const limit = { thing: 'payment-at-link', subject: `${visitor} ${shop.linkId}`, most: 150, windowSeconds: 225 };
    await Promise.all(Array.from({ length: 149 }, () => consumeRateLimit(shop.database, [limit], shop.clock.now())));
    const openAs = (browser: string, linkId: LinkId) => shop.open({ by: { visitor, browser }, linkId });
    await openAs('one', shop.linkId);
    const counters = () => shop.database.query(`select key from throttle where key like 'payment-browser:%'`);
    const before = (await counters()).length;
    for (const browser of ['other', 'third'])
      await expect(openAs(browser, shop.linkId)).rejects.toMatchObject({ status: 429 });
    expect(await counters()).toHaveLength(before);
    const neighbours = await insertLink(shop.database, shop.merchantId);
    await openAs('other', neighbours);
    // By many links it is limited as well.
    await shop.database.query(
      `update throttle set taken = array_fill(taken[1], array[2400])
       where key = 'payment-visitor:' || encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
      [visitor],
    );
    await expect(openAs('third', neighbours)).rejects.toMatchObject({ status: 429 });
  });

  test('[R2] where no more rates may be locked a payment is opened without one, and uses the rate of the moment of its coins', async () => {
    const admin = await insertCustomer(shop.database, { isAdmin: true });
    await decideSetting(shop.database, admin.userId, 'exposure', { userKobo: '5000000', totalKobo: '100000000000' });
    expect((await shop.view(await shop.open())).lockExpiresAt).not.toBeNull();
    const id = await shop.open();
    expect(await shop.view(id)).toMatchObject({ lockExpiresAt: null, state: 'waiting', amount: '15.625' });
    const [opened] = await shop.database.query(`select text from order_event where order_id = $1`, [id]);
    expect(opened).toMatchObject({
      text: expect.stringContaining('at the rate of the moment in which the coins are final'),
    });
    const depositId = await insertArrival(shop.database, id, {
      amount: 15_625_000n,
      status: 'seen',
      seenAt: new Date(shop.clock.now().getTime() + 1),
    });
    await expectDeposit(shop.dependencies, depositId);
    shop.rates.set('USDT', '2000');
    await confirmArrival(shop.database, depositId);
    await fundDeposit(shop.dependencies, depositId);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', amount: '12.5', nairaKobo: '2500000', isLate: true });
    await decideSetting(shop.database, admin.userId, 'exposure', DEFAULT_SETTINGS.exposure);
  });
});
