// Everything that is kept about a person comes out in one archive: each table that names people is in it or is left out for a stated
// reason, nothing of anybody else and no secret is, the owner proves themself, and each time is on record.
import { endpoints } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { startTestProduct, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { makeTenant, type TestTenant } from '@kobogate/testkit/server/tenant.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from './platform/identifiers.ts';
import { PERSONAL_RECORDS } from './rooms.ts';

let product: TestProduct;
let person: TestTenant;
let other: TestTenant;
let admin: string;
beforeAll(async () => {
  product = await startTestProduct();
  person = await makeTenant(product, { hasPasskey: false });
  other = await makeTenant(product, { hasPasskey: false });
  admin = (await product.signUpAdmin()).token;
});
afterAll(() => product.close());

/** Tables that name a person and are neither in the archive nor erased, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  found_payment: 'a payment of the treasury, with the reason of an administrator',
  order_month: 'sums of the orders',
  order_paid: 'sums of the orders',
  settled_day: 'sums of the payments',
  settled_payment: 'derived from the payments',
};

test('each table that names a person says what is given out and what is erased, or is left out for a reason', async () => {
  const named = await product.database.query<{ table: string }>(
    // Parts of a table are its rows.
    `select c.relname::text as table from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'user_id' order by 1`,
  );
  const kept = new Set(PERSONAL_RECORDS.flatMap((room) => Object.values(room).map(({ table }) => table)));
  expect(named.map(({ table }) => table).filter((table) => !kept.has(table))).toEqual(Object.keys(LEFT_OUT));
});

const download = async (tenant: TestTenant, body: object = { password: PASSWORD }) =>
  endpoints.personalData.own.answer.parse(await product.call('POST', '/user/data', { token: tenant.token, body })).data;

test('it has the person’s own, with amounts to the last digit, nobody else’s, and no secret', async () => {
  const archive = await download(person);
  expect(archive.personId).toBe(person.userId);
  const of = (name: string) => archive.records[name] ?? [];
  expect(of('account')).toEqual([expect.objectContaining({ email: person.email, first_name: 'Ada' })]);
  expect(of('orders').length).toBeGreaterThan(1);
  expect(of('deposits').map(({ amount }) => amount)).toContain('100000000');
  expect(of('ledgerTransfers').length).toBeGreaterThan(2);
  for (const name of ['bankAccount', 'wallets', 'orderEvents', 'paymentLinks', 'apiKeys', 'webhookEndpoints']) {
    expect([name, of(name).length > 0]).toEqual([name, true]);
  }
  const text = JSON.stringify(archive);
  for (const strange of [other.userId, other.email, ...Object.values(other.ids).filter((id) => id.length > 20)]) {
    expect(text).not.toContain(strange);
  }
  expect(text).not.toMatch(/argon2|token_hash|key_hash|secret|"risk"|held_reason/);
});

test('it names no person of the team: what refers to another person is left out', async () => {
  const rows = await product.database.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'app_user'::regclass and a.attname <> 'user_id' and c.conparentid = 0 order by 1, 2`,
  );
  const given = PERSONAL_RECORDS.flatMap((room) => Object.values(room)).filter(({ isSecret }) => isSecret !== true);
  const named = rows.filter(({ table, column }) =>
    given.some((of) => of.table === table && !(of.without ?? []).includes(column)),
  );
  // The person's own acceptance.
  expect(named).toEqual([{ table: 'staff_invitation', column: 'accepted_by' }]);
});

test('it has a picture as it can be opened, an invitation, mails that wait, and transfers that turned out to be theirs', async () => {
  const someone = await makeTenant(product, { hasPasskey: false });
  // More than a line of base64.
  const picture = Buffer.from(Array.from({ length: 300 }, (_each, at) => at % 256));
  await product.database.query(
    `insert into stored_image (id, user_id, kind, media, width, height, bytes) values (gen_random_uuid(), $1, 'banner', 'image/webp', 2, 2, $2)`,
    [someone.userId, picture],
  );
  await product.database.query(
    `insert into staff_invitation (id, email, email_key, role, invited_by)
     select gen_random_uuid(), $1, $1, 'support', id from app_user where is_admin limit 1`,
    [someone.email],
  );
  const fenceId = newId();
  await product.database.query(
    `insert into fence (id, cause, reason, read_from, lifted_at, lifted_on_machine, lifted_by)
     select $1, 'restored', 'A sample', now(), now(), 'A sample', id from app_user where is_admin limit 1`,
    [fenceId],
  );
  await product.database.query(
    `insert into recovery_transfer (id, fence_id, rail, reference, amount_kobo, account_number, bank_state, made_at, status, user_id, reason)
     values ($1, $2, 'budpay', 'x', 700, '0123456785', 'paid', now(), 'settled', $3, 'What the team thought')`,
    [newId(), fenceId, someone.userId],
  );
  const { records } = await download(someone);
  expect(records['pictures']?.map(({ bytes }) => bytes)).toContain(picture.toString('base64'));
  expect(records['invitations']).toMatchObject([{ email: someone.email, role: 'support' }]);
  expect(records['messagesToSend']?.at(-1)).toMatchObject({ type: 'mail.send', payload: { to: someone.email } });
  expect(records['transfersOfTheBank']).toMatchObject([{ amount_kobo: '700', account_number: '0123456785' }]);
  expect(JSON.stringify(records)).not.toContain('What the team thought');
});

test('it does not tell of a hit of the sanctions list, which the law forbids', async () => {
  const act = (action: string) =>
    product.database.query(
      `insert into admin_action (id, admin_id, action, user_id, reason)
       select $1, id, $2, $3, 'The authority released it.' from app_user where is_admin limit 1`,
      [newId(), action, other.userId],
    );
  for (const action of ['refund-approved', 'refund-listing-accepted']) await act(action);
  const { records } = await download(other);
  const actions = (records['decisionsOfTheTeam'] ?? []).map(({ action }) => action);
  expect(actions).toContain('refund-approved');
  expect(actions).not.toContain('refund-listing-accepted');
});

test('only by the owner’s proof, with a mail and a record', async () => {
  for (const body of [{}, { password: 'wrong' }]) await expect(download(other, body)).rejects.toThrow('422');
  expect(product.mails.filter(({ to }) => to === other.email).map(({ subject }) => subject)).not.toContain(
    'Your data was downloaded from Kobogate',
  );
  await download(other);
  await product.work();
  expect(product.mails.findLast(({ to }) => to === other.email)?.subject).toContain('Your data was downloaded');
  const [made] = (await download(other)).records['exports'] ?? [];
  expect(made).toMatchObject({ user_id: other.userId });
});

test('by an administrator for a person’s request, with a reason, as an act on record', async () => {
  const ask = (body: object, id = person.userId) =>
    product.call('POST', `/admin/users/${id}/data`, { token: admin, body });
  await expect(ask({ reason: '' })).rejects.toThrow('422');
  await expect(ask({ reason: 'By letter.' }, '00000000-0000-0000-0000-000000000000')).rejects.toThrow('404');
  const { data } = endpoints.personalData.ofUser.answer.parse(await ask({ reason: 'By letter.' }));
  expect(data.records['account']).toHaveLength(1);
  const acts = await product.database.query(
    `select reason from admin_action where user_id = $1 and action = 'user-data-exported'`,
    [person.userId],
  );
  expect(acts).toEqual([{ reason: 'By letter.' }]);
  await expect(
    product.call('POST', `/admin/users/${other.userId}/data`, { token: person.token, body: { reason: 'x' } }),
  ).rejects.toThrow('403');
});
