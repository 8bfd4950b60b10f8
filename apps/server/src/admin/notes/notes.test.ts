// A note stands for ever with its author and its time, is in the evidence and in the chain of acts, mails those whom it
// names, and reaches no customer.
import { endpoints, type Endpoint, idSchema, type OrderId, type UserId } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { startTestProduct, type TestPerson, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { fillPath, makeTenant, type TestTenant } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveActs } from '../../controls/index.ts';
import { findMentioned } from './mentions.ts';

let product: TestProduct;
let tenant: TestTenant;
let support: TestPerson;
let userId: UserId;
let orderId: OrderId;
beforeAll(async () => {
  product = await startTestProduct();
  tenant = await makeTenant(product);
  support = await product.signUpStaff('support');
  const [row] = await product.database.query<{ id: string }>(`select id from app_user where email = $1`, [
    tenant.email,
  ]);
  userId = idSchema('User').parse(row?.id);
  const [order] = await product.database.query<{ id: string }>(
    `select id from customer_order where user_id = $1 limit 1`,
    [userId],
  );
  orderId = idSchema('Order').parse(order?.id);
});
afterAll(() => product.close());

const write = (path: string, text: string, headers: Record<string, string> = {}) =>
  product.send({
    method: 'POST',
    path: `/api${path}`,
    headers: { authorization: `Bearer ${support.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ text }),
  });
const read = async (path: string) =>
  endpoints.notes.ofOrder.answer.parse(await product.call('GET', path, { token: support.token })).data;
const SECRET = 'Called the customer: passport seen';

test('[C2] a note is kept with author, time and lines, on the order, the person, the evidence and the audit', async () => {
  expect((await write(`/order/${orderId}/notes`, `${SECRET}\nSecond line`)).status).toBe(201);
  expect((await write(`/admin/users/${userId}/notes`, 'Prefers mail')).status).toBe(201);
  const [note, ...none] = await read(`/order/${orderId}/notes`);
  expect(none).toEqual([]);
  expect(note).toMatchObject({ by: 'Ada Obi', text: `${SECRET}\nSecond line`, orderId });
  expect((await read(`/admin/users/${userId}/notes`)).map(({ text }) => text)).toEqual([
    'Prefers mail',
    `${SECRET}\nSecond line`,
  ]);
  const { data } = endpoints.evidence.read.answer.parse(
    await product.call('GET', `/order/${orderId}/evidence`, { token: support.token }),
  );
  expect(data.notes.map(({ text }) => text)).toEqual([`${SECRET}\nSecond line`]);
  expect(data.decisions.filter(({ reason }) => reason?.includes(SECRET))).toEqual([]);
  const { database } = product;
  expect((await proveActs({ database })).found).toEqual([]);
  await expect(database.query(`update admin_action set reason = 'x' where action = 'order-noted'`)).rejects.toThrow(
    /written once/,
  );
});

test('[C1] no customer’s call answers with a note, about themselves or their order', async () => {
  const answers = await Promise.all(
    Object.values(endpoints)
      .flatMap((group) => Object.values<Endpoint>(group))
      .filter(({ method, access }) => method === 'GET' && access !== 'staff')
      .map(({ path }) =>
        product.send({
          method: 'GET',
          path: `/api${fillPath(path, tenant.ids)}`,
          headers: { authorization: `Bearer ${tenant.token}` },
        }),
      ),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(15);
  expect(answers.filter(({ text }) => text.includes(SECRET))).toEqual([]);
  expect((await product.call('GET', '/user', { token: tenant.token })) !== null).toBe(true);
});

test('[C2] it is written once for each key, within its length, and not empty or disguised', async () => {
  const before = (await read(`/admin/users/${userId}/notes`)).length;
  const key = { 'idempotency-key': 'a-key-of-a-sample-note' };
  for (const _ of [1, 2]) expect((await write(`/admin/users/${userId}/notes`, 'Once', key)).status).toBe(201);
  expect((await write(`/admin/users/${userId}/notes`, 'Another', key)).status).toBe(409);
  expect((await write(`/admin/users/${userId}/notes`, 'x'.repeat(2001))).status).toBe(400);
  expect((await write(`/admin/users/${userId}/notes`, '  \n ')).status).toBe(422);
  expect((await write(`/admin/users/${userId}/notes`, 'a\u202Eb')).status).toBe(400);
  expect((await write(`/order/${userId}/notes`, 'No order')).status).toBe(404);
  expect((await write('/admin/users/no-id/notes', 'Nobody')).status).toBe(404);
  expect((await read(`/admin/users/${userId}/notes`)).length).toBe(before + 1);
});

test('who is named gets one mail with a link and none of the words; the author and customers get none', async () => {
  const reviewer = await product.signUpStaff('reviewer');
  const name = (email: string, first: string, last: string) =>
    product.database.query(`update app_user set first_name = $2, last_name = $3 where email = $1`, [
      email,
      first,
      last,
    ]);
  await name(reviewer.email, 'Bola', 'Ade');
  await name(support.email, 'Chidi', 'Eze');
  const { text } = await write(`/order/${orderId}/notes`, `@bola ade, @Chidi Eze and @Ada Obi: ${SECRET}`);
  expect(JSON.parse(text)).toEqual({
    message:
      'Note saved. Bola Ade gets a mail. “@Ada Obi” names nobody who is in the team now, so no mail was sent for it.',
  });
  const mails = await product.database.query<{ to: string; subject: string; text: string }>(
    `select payload ->> 'to' as to, payload ->> 'subject' as subject, payload ->> 'text' as text from event
     where type = 'mail.send' and payload ->> 'subject' like '%named you%'`,
  );
  expect(mails.map(({ to }) => to)).toEqual([reviewer.email]);
  expect(mails[0]?.text).toContain(`/admin/dashboard?tab=orders&order=${orderId}`);
  expect(`${mails[0]?.subject}${mails[0]?.text}`).not.toContain(SECRET);
  expect(PASSWORD).not.toBe('');
  await product.database.query(`update app_user set disabled_at = now() where email = $1`, [reviewer.email]);
  const gone = await write(`/order/${orderId}/notes`, '@Bola Ade, did you and @Chidy Eze look? Mail chidi@eze.test');
  expect(JSON.parse(gone.text)).toEqual({
    message:
      'Note saved. “@Bola Ade” and “@Chidy Eze” name nobody who is in the team now, so no mail was sent for them.',
  });
});

test.each([
  ['Ask @Ada Obi.', ['Ada Obi']],
  ['Ask @ADA  OBI', ['Ada Obi']],
  ['Ask @Ada Obioma', ['Ada Obioma']],
  ['Ask @Ada and ada@example.test', ['Ada']],
  ['Ask Ada Obi', []],
  ['@Adamu', []],
])('%s names %j', (text, expected) => {
  const people = ['Ada Obi', 'Ada', 'Ada Obioma', ''].map((name) => ({ name }));
  expect(findMentioned(text, people).people.map(({ name }) => name)).toEqual(expected);
});
