// A person can close their account and have erased what no law makes us keep: not while money is under way, nothing of theirs works
// afterwards, coins that still come are booked and wait for a person, and the books and the chained record of acts stay provable.
import { type DepositId, endpoints } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { startTestProduct, type TestPerson, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { samplePicture } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveActs } from './controls/index.ts';
import { balance, customer, verify } from './ledger/index.ts';

const DAY_MS = 86_400_000;
const USDT = 'USDT@ethereum';
const TREASURY_FAR = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

let product: TestProduct;
let admin: TestPerson;
beforeAll(async () => {
  product = await startTestProduct();
  admin = await product.signUpAdmin();
});
afterAll(() => product.close());

const { accounts, adminUsers, closing, payments, suspense, wallets } = endpoints;
const get = async (path: string, token: string) => product.call('GET', path, { token });
const post = async (path: string, token: string, body: object = {}) => product.call('POST', path, { token, body });
const idOf = async ({ token }: TestPerson) => accounts.getUser.answer.parse(await get('/user', token)).data.id;
const viewUser = async (id: string) => adminUsers.get.answer.parse(await get(`/admin/users/${id}`, admin.token)).data;
const viewClosing = async ({ token }: TestPerson) => closing.own.answer.parse(await get('/user/closing', token)).data;
const close = ({ token }: TestPerson, body: object = { password: PASSWORD }) => post('/user/closing', token, body);
const listLate = async () => suspense.listLate.answer.parse(await get('/admin/suspense/late', admin.token)).data;
const logIn = ({ email }: TestPerson) => product.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
const mailsTo = (email: string) => product.mails.filter(({ to }) => to === email);
/** As if that much later, with the administrator's session and proof still fresh. */
async function later(days: number): Promise<void> {
  product.clock.advance(days * DAY_MS);
  // The task that erases looked every hour of it, so the clock has not jumped.
  await product.database.query(`update retention_clock set seen_at = $1`, [product.clock.now()]);
  await product.database.query(
    `update session set expires_at = $1::timestamptz + interval '1 day', last_seen_at = $1, proved_at = $1
     where user_id = (select id from app_user where email = $2)`,
    [product.clock.now(), admin.email],
  );
}

async function openWallet(person: TestPerson): Promise<string> {
  const { data } = wallets.create.answer.parse(await post('/wallet/USDT?network=ethereum', person.token));
  return data.depositAddress.toLowerCase();
}
async function payTo(addressKey: string, amount: bigint): Promise<void> {
  await product.pay({ addressKey, asset: USDT, amount });
  await product.work();
}

test('an account with money under way is not closed, and its owner reads what to do', async () => {
  const person = await product.signUp();
  expect(await viewClosing(person)).toMatchObject({ hindrances: [], booksUntil: null });
  await payTo(await openWallet(person), 25_500_000n);
  const { hindrances } = await viewClosing(person);
  expect(hindrances).toEqual([
    'There is money in the account: 25.5 USDT on Ethereum. Convert it or have it sent back first.',
  ]);
  await expect(close(person)).rejects.toThrow(/409.*25\.5 USDT on Ethereum/);
  expect((await viewUser(await idOf(person))).state).toBe('active');
  // What the conversion leaves is dust, which is no hindrance; while the order waits for its payout it does.
  await product.call('PATCH', '/bank-account', {
    token: person.token,
    body: { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'Ada Obi' },
  });
  await post('/conversion', person.token, { fromCurrency: 'USDT', network: 'ethereum', fromAmount: '25.5' });
  expect((await viewClosing(person)).hindrances).toEqual([expect.stringMatching(/^One order is not settled yet/)]);
});

test('coins that nothing could move are named before and after, and stay booked: their owner gives them up with the account', async () => {
  const person = await product.signUp();
  await payTo(await openWallet(person), 30_000n);
  const id = await idOf(person);
  await product.database.query(`update deposit set confirmed_at = now() - interval '1 hour' where user_id = $1`, [id]);
  expect(await viewClosing(person)).toMatchObject({ hindrances: [], left: '0.03 USDT on Ethereum' });
  await close(person);
  await product.work();
  expect(mailsTo(person.email).at(-1)?.text).toContain('0.03 USDT on Ethereum was too little');
  expect(await balance(product.database, customer((await viewUser(id)).id, USDT))).toBe(30_000n);
  expect(await listLate()).toEqual([]);
  await later(31);
  await product.work();
  expect((await viewUser(id)).closed?.erasedAt).not.toBeNull();
  expect((await verify(product.database)).differences).toEqual([]);
});

test('nobody but its owner, freshly proven, or an administrator with a reason closes it, and none of the team', async () => {
  const person = await product.signUp();
  const id = await idOf(person);
  for (const body of [{}, { password: 'wrong' }]) await expect(close(person, body)).rejects.toThrow('422');
  await expect(post(`/admin/users/${id}/closing`, admin.token, { reason: '' })).rejects.toThrow('422');
  await expect(post(`/admin/users/${await idOf(admin)}/closing`, admin.token, { reason: 'x' })).rejects.toThrow('403');
  const staff = await product.signUpStaff('support');
  await expect(post(`/admin/users/${await idOf(staff)}/closing`, admin.token, { reason: 'x' })).rejects.toThrow(
    /409.*role in the team/,
  );
  await post(`/admin/users/${id}/closing`, admin.token, { reason: 'Asked by letter.' });
  expect(await viewUser(id)).toMatchObject({
    state: 'closed',
    disabled: null,
    closed: { by: 'Ada Obi', erasedAt: null },
  });
  await expect(post(`/admin/users/${id}/closing`, admin.token, { reason: 'Again' })).rejects.toThrow(
    /409.*closed already/,
  );
  // Until it is erased it can be opened again.
  await product.call('PUT', `/admin/users/${id}/state`, {
    token: admin.token,
    body: { state: 'active', reason: 'They changed their mind.' },
  });
  expect(await viewUser(id)).toMatchObject({ state: 'active', closed: null });
  accounts.login.answer.parse(await logIn(person));
});

test('everything of a closed account ends, and a mail says what is erased and kept until when', async () => {
  const person = await product.signUp();
  const id = await idOf(person);
  const key = await product.makeKey(person.token, ['links:read']);
  await post('/payment-links', person.token, {
    name: 'Ada’s bread',
    purpose: 'Bread',
    amount: '25000',
    coins: ['USDT'],
  });
  await post('/webhooks/endpoints', person.token, {
    url: 'https://shop.example/hook',
    events: ['payment.paid'],
    password: PASSWORD,
  });
  await close(person);
  await product.work();
  for (const token of [person.token, key]) await expect(get('/payment-links', token)).rejects.toThrow('401');
  await expect(logIn(person)).rejects.toThrow(/403.*account is closed/);
  const [left] = await product.database.query(
    `select (select bool_or(active) from payment_link where user_id = $1) as links,
       (select count(*)::int from webhook_endpoint where user_id = $1 and turned_off_at is null) as endpoints,
       (select count(*)::int from session where user_id = $1 and revoked_at is null) as sessions`,
    [id],
  );
  expect(left).toEqual({ links: false, endpoints: 0, sessions: 0 });
  const mail = mailsTo(person.email).find(({ subject }) => subject === 'Your Kobogate account was closed');
  expect(mail?.text).toMatch(/From .* on we erase your name/);
  const { data } = adminUsers.timeline.answer.parse(await get(`/admin/users/${id}/timeline`, admin.token));
  expect(data.map(({ text }) => text)).toContain('Closed the account.');
  // A link to a new password is not sent, nor does one that was sent before work.
  const mails = mailsTo(person.email).length;
  await product.call('POST', '/auth/forgot-password', { body: { email: person.email } });
  await product.work();
  expect(mailsTo(person.email).length).toBe(mails);
});

test('coins that come afterwards are booked and wait for a person, who has them sent back or kept as owed', async () => {
  const person = await product.signUp();
  const id = await idOf(person);
  const address = await openWallet(person);
  await close(person);
  const mails = mailsTo(person.email).length;
  await payTo(address, 30_000_000n);
  await payTo(address, 2_000_000n);
  const account = customer((await viewUser(id)).id, USDT);
  expect(await balance(product.database, account)).toBe(32_000_000n);
  const late = await listLate();
  expect(late.map(({ userId, amount, currency }) => [userId, amount, currency])).toEqual([
    [id, '2', 'USDT'],
    [id, '30', 'USDT'],
  ]);
  expect(mailsTo(person.email).length).toBe(mails + 1);
  const work = endpoints.admin.work.answer.parse(await get('/admin/work', admin.token)).data;
  expect(work.find(({ kind }) => kind === 'late')).toMatchObject({ count: 2, isYours: true });

  const settle = (deposit: DepositId | undefined, body: object) =>
    post(`/admin/suspense/late/${deposit}/settle`, admin.token, body);
  const [small, large] = late;
  await expect(settle(large?.id, { address: 'nowhere', reason: 'x' })).rejects.toThrow('422');
  await settle(small?.id, { reason: 'Less than the network takes.' });
  await expect(settle(small?.id, { reason: 'Again' })).rejects.toThrow('409');
  await settle(large?.id, { address: TREASURY_FAR, reason: 'They wrote from their address.' });
  expect(await listLate()).toEqual([]);
  expect(await balance(product.database, account)).toBe(2_000_000n);
  const [refund] = endpoints.refunds.listForAdmin.answer.parse(await get('/admin/refunds', admin.token)).data;
  expect(refund).toMatchObject({ amount: '30', address: TREASURY_FAR, status: 'requested' });
  // Declined, the coins wait for a decision again.
  const body = { status: 'declined', reason: 'Another address was meant.' };
  await product.call('PUT', `/admin/refunds/${refund?.id}`, { token: admin.token, body });
  expect((await listLate()).map(({ amount }) => amount)).toEqual(['30']);
  // Nothing is erased while they wait.
  await later(31);
  await product.work();
  expect((await viewUser(id)).closed?.erasedAt).toBeNull();
  await settle(large?.id, { reason: 'They do not answer.' });
  await later(1);
  await product.work();
  expect((await viewUser(id)).closed?.erasedAt).not.toBeNull();
  // Even then they are seen and booked.
  await payTo(address, 5_000_000n);
  expect(await balance(product.database, account)).toBe(37_000_000n);
  expect((await listLate()).map(({ amount }) => amount)).toEqual(['5']);
});

test('a sign-up with the address that an account gets as it is erased does not stop anyone’s erasure', async () => {
  const [person, other] = [await product.signUp(), await product.signUp()];
  const ids = [await idOf(person), await idOf(other)];
  for (const each of [person, other]) await close(each);
  // An unproven sign-up goes after thirty days: this one is young when the time of the two is over.
  await later(20);
  await product.database.query('truncate throttle');
  const email = `erased-${ids[0]}@Erased.invalid`;
  const body = { first_name: 'Ada', last_name: 'Obi', phone: '0803 000 0000', email, password: PASSWORD };
  await product.call('POST', '/auth/register', { body }).catch(() => undefined);
  await later(11);
  await product.work();
  for (const id of ids) expect((await viewUser(id)).closed?.erasedAt).not.toBeNull();
});

test('once its time is over all that no law asks for is erased; books, chains and the e-mail’s next account are sound', async () => {
  const person = await product.signUp();
  const id = await idOf(person);
  const { token } = person;
  await product.call('PATCH', '/bank-account', {
    token,
    body: { accountNumber: '0123456785', bankName: 'GTBANK', accountName: 'Ada Obi' },
  });
  const picture = await product.send({
    method: 'POST',
    path: '/api/images?kind=banner',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: samplePicture(),
  });
  const bannerImageId = endpoints.images.upload.answer.parse(JSON.parse(picture.text)).data.id;
  const link = endpoints.paymentLinks.create.answer.parse(
    await post('/payment-links', token, {
      name: 'Ada’s bread',
      purpose: 'Bread',
      amount: '25000',
      coins: ['USDT'],
      bannerImageId,
      customFields: [{ key: 'who', label: 'Who eats it' }],
      metadata: { note: 'a note of Ada’s program' },
    }),
  ).data.id;
  const { data: payment } = payments.create.answer.parse(
    await post('/payments', token, {
      linkId: link,
      currency: 'USDT',
      network: 'ethereum',
      customValues: { who: 'Hungry Bola' },
    }),
  );
  await product.database.query(`update payment set payer_email = 'bola@payers.example' where order_id = $1`, [
    payment.id,
  ]);
  await post(`/admin/users/${id}/notes`, admin.token, { text: 'A note that is an act.' });
  await later(1);
  await product.work();
  await close(person);
  await product.work();
  // Messages that never left wait among the events.
  await product.database.query(
    `insert into event (id, type, payload, dead_at, created_at) values
       (gen_random_uuid(), 'mail.send', jsonb_build_object('to', upper($1::text), 'subject', '', 'text', '', 'html', ''), now(), now() + interval '10 years'),
       (gen_random_uuid(), 'sms.send', jsonb_build_object('userId', $2::text, 'text', 'Hello Ada of the bread'), now(), now() + interval '10 years')`,
    [person.email, id],
  );
  await later(31);
  await product.work();
  const seen = await viewUser(id);
  expect(seen).toMatchObject({
    state: 'closed',
    name: 'Erased account',
    phone: '',
    email: `erased-${id}@erased.invalid`,
  });
  expect(seen.payoutAccount).toBeNull();
  await expect(logIn({ email: seen.email, token: '' })).rejects.toThrow('401');
  for (const table of ['session', 'known_device', 'known_address', 'bank_account', 'stored_image', 'notification']) {
    const rows = await product.database.query(`select 1 from ${table} where user_id = $1`, [id]);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const [links] = await product.database.query(`select name, purpose, active from payment_link where user_id = $1`, [
    id,
  ]);
  expect(links).toEqual({ name: 'Erased', purpose: '', active: false });
  // Nowhere: not in the queue, nor in the books.
  const rest = await product.database.query<{ table: string }>(
    `select table_name as table from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const erased = [person.email, 'Hungry Bola', 'bola@payers.example', 'note of Ada’s program', 'Ada of the bread'];
  for (const { table } of rest.filter((each) => each.table !== 'throttle')) {
    const found = await product.database.query(`select 1 from ${table} t where to_jsonb(t)::text ilike any($1)`, [
      erased.map((text) => `%${text}%`),
    ]);
    expect([table, found.length]).toEqual([table, 0]);
  }
  expect((await verify(product.database)).differences).toEqual([]);
  expect((await proveActs(product)).found).toEqual([]);
  await expect(
    product.call('PUT', `/admin/users/${id}/state`, { token: admin.token, body: { state: 'active', reason: 'x' } }),
  ).rejects.toThrow(/409.*erased/);
  const runs = closing.record.answer.parse(await get('/admin/retention', admin.token)).data;
  expect(runs.find(({ kind }) => kind === 'closed')).toMatchObject({
    erased: expect.any(Number),
    finishedAt: expect.any(String),
  });
  // The address makes a new account, which knows nothing of the old one.
  await product.database.query('truncate throttle');
  const body = { first_name: 'Ada', last_name: 'Obi', phone: '0803 000 0000', email: person.email, password: PASSWORD };
  await product.call('POST', '/auth/register', { body });
  await product.work();
  const otp = /\b\d{4}\b/.exec(mailsTo(person.email).at(-1)?.text ?? '')?.[0] ?? '';
  const { data } = accounts.verify.answer.parse(
    await product.call('POST', '/auth/verify', { body: { email: person.email, otp } }),
  );
  expect(await idOf({ email: person.email, token: data.token })).not.toBe(id);
});
