// An invitation gives a role once, to the owner of its address alone: no link promotes an existing account by itself, no
// link works twice, late, or after the power that it came from has ended, and all of it is on record.
import { endpoints, type StaffRole } from '@kobogate/contract';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { startTestProduct, type TestPerson, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let product: TestProduct;
let admin: TestPerson;
beforeAll(async () => {
  product = await startTestProduct();
});
beforeEach(async () => {
  // Proven within the last minutes, whatever the test before did with the clock.
  admin = await product.signUpAdmin();
});
afterAll(() => product.close());

let numbers = 0;
const newEmail = (): string => `invited-${(numbers += 1)}@kobogate.test`;
const post = async (path: string, body: object, token?: string) => {
  const { status, text } = await product.send({
    method: 'POST',
    path: `/api${path}`,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status, body: Object(JSON.parse(text)) };
};
const invite = (email: string, role: StaffRole = 'reviewer') =>
  post('/admin/team/invitations', { email, role, reason: 'Joins the desk' }, admin.token);
/** The token of the newest link that was mailed to an address. */
const linkTo = async (email: string): Promise<string> => {
  await product.work();
  const mail = product.mails.findLast(({ to, text }) => to === email && text.includes('/join?'));
  return /\/join\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
};
const listed = async () =>
  endpoints.team.invitations.answer.parse(await product.call('GET', '/admin/team/invitations', { token: admin.token }))
    .data;
const idOf = async (email: string) => (await listed()).find((each) => each.email === email)?.id ?? '';
const newcomer = { first_name: 'Bola', last_name: 'Ade', password: PASSWORD };
const join = (token: string) => post('/auth/invitation/join', { ...newcomer, token });
const logIn = async (email: string) => (await post('/auth/login', { email, password: PASSWORD })).body.data;
const roleOf = async (email: string) =>
  (await product.database.query(`select is_admin, staff_role from app_user where email = $1`, [email]))[0];

test('[A4] [C1] a newcomer joins by the link once, signs in with the role, and every step is on record and told', async () => {
  const email = newEmail();
  expect((await invite(email)).status).toBe(201);
  const token = await linkTo(email);
  const { body } = await post('/auth/invitation', { token });
  expect(body.data).toMatchObject({ email, role: 'reviewer', hasAccount: false });
  expect((await join(token)).status).toBe(200);
  expect((await join(token)).status).toBe(422);
  expect(await logIn(email)).toMatchObject({ isAdmin: false, role: 'reviewer' });
  expect((await listed()).map((each) => each.email)).not.toContain(email);
  const acts = await product.database.query<{ action: string; reason: string }>(
    `select x.action, x.reason from admin_action x join app_user u on u.id = x.admin_id where u.email = $1 order by x.at, x.id`,
    [admin.email],
  );
  expect(acts).toEqual([
    { action: 'invitation-sent', reason: `${email}, reviewer. Joins the desk` },
    { action: 'user-made-reviewer', reason: 'Accepted the invitation.' },
  ]);
  await product.work();
  const told = product.mails.filter(({ subject }) => subject.includes('joined the'));
  expect(told.map(({ to }) => to)).toEqual(expect.arrayContaining([email, admin.email]));
});

test('[A3] an existing account gets its role neither by the link alone nor by a session alone', async () => {
  const person = await product.signUp();
  await invite(person.email, 'administrator');
  const token = await linkTo(person.email);
  expect((await post('/auth/invitation', { token })).body.data).toMatchObject({ hasAccount: true });
  expect((await join(token)).status).toBe(409);
  const accept = (password: string, by: string) => post('/auth/invitation/accept', { token, password }, by);
  expect((await accept('a wrong password', person.token)).status).toBe(422);
  const other = await product.signUp();
  expect((await accept(PASSWORD, other.token)).status).toBe(403);
  expect(await roleOf(person.email)).toEqual({ is_admin: false, staff_role: null });
  expect(await roleOf(other.email)).toEqual({ is_admin: false, staff_role: null });
  // The password is still its owner's.
  expect((await accept(PASSWORD, person.token)).status).toBe(200);
  expect(
    (await product.send({ method: 'GET', path: '/api/user', headers: { authorization: `Bearer ${person.token}` } }))
      .status,
  ).toBe(401);
  expect(await roleOf(person.email)).toEqual({ is_admin: true, staff_role: null });
});

test('[A3] what a stranger typed for an unproven address is not the newcomer’s account', async () => {
  const email = newEmail();
  const stranger = {
    first_name: 'Mallory',
    last_name: 'X',
    phone: '0803 000 0000',
    email,
    password: 'a strangers own words',
  };
  await post('/auth/register', stranger);
  await invite(email, 'support');
  expect((await join(await linkTo(email))).status).toBe(200);
  expect((await post('/auth/login', { email, password: stranger.password })).status).toBe(401);
  expect(await logIn(email)).toMatchObject({ role: 'support' });
  const [row] = await product.database.query(`select first_name, phone from app_user where email = $1`, [email]);
  expect(row).toEqual({ first_name: 'Bola', phone: '' });
});

test('[A3] a link ends after 72 hours, with the next one, and with the withdrawal', async () => {
  const email = newEmail();
  await invite(email);
  const first = await linkTo(email);
  const id = await idOf(email);
  expect((await post(`/admin/team/invitations/${id}/send`, {}, admin.token)).status).toBe(200);
  expect((await join(first)).status).toBe(422);
  const second = await linkTo(email);
  expect(second).not.toBe(first);
  expect((await post(`/admin/team/invitations/${id}/withdraw`, {}, admin.token)).status).toBe(200);
  expect((await join(second)).status).toBe(422);
  expect((await post(`/admin/team/invitations/${id}/withdraw`, {}, admin.token)).status).toBe(404);
  expect((await post(`/admin/team/invitations/${id}/send`, {}, admin.token)).status).toBe(404);
  expect((await post('/admin/team/invitations/no-id/send', {}, admin.token)).status).toBe(404);
  expect((await invite(email)).status).toBe(201);
  const late = await linkTo(email);
  product.clock.advance(72 * 3_600_000 + 1000);
  expect((await join(late)).status).toBe(422);
  admin = await product.signUpAdmin();
  expect((await listed()).find((each) => each.email === email)).toMatchObject({ isExpired: true });
});

test('[C3] an invitation ends with the power of who sent it, until another administrator sends it again', async () => {
  const email = newEmail();
  await invite(email, 'administrator');
  const token = await linkTo(email);
  await product.database.query(`update app_user set is_admin = false, admin_since = null where email = $1`, [
    admin.email,
  ]);
  expect((await join(token)).status).toBe(422);
  // Nor does it come back with a role that is given again: somebody else may have had the account.
  await product.database.query(
    `update app_user set is_admin = true, admin_since = clock_timestamp() where email = $1`,
    [admin.email],
  );
  expect((await join(token)).status).toBe(422);
  expect((await post(`/admin/team/invitations/${await idOf(email)}/send`, {}, admin.token)).status).toBe(200);
  expect((await join(await linkTo(email))).status).toBe(200);
});

test.each([
  ['a role is given and taken away', [{ role: 'reviewer' }, { role: null }]],
  ['the account is disabled and enabled again', [{ state: 'disabled' }, { state: 'active' }]],
] as const)(
  '[C3] an invitation gives no role after %s: it ends with that decision, on record',
  async (_what, changes) => {
    const person = await product.signUp();
    const { data } = endpoints.accounts.getUser.answer.parse(
      await product.call('GET', '/user', { token: person.token }),
    );
    await invite(person.email, 'administrator');
    const token = await linkTo(person.email);
    for (const change of changes) {
      const path = `/admin/users/${data.id}/${'role' in change ? 'role' : 'state'}`;
      await product.call('PUT', path, { token: admin.token, body: { ...change, reason: 'A sample reason' } });
    }
    const again = await logIn(person.email);
    expect((await post('/auth/invitation/accept', { token, password: PASSWORD }, again.token)).status).toBe(422);
    expect(await roleOf(person.email)).toEqual({ is_admin: false, staff_role: null });
    expect((await listed()).map(({ email }) => email)).not.toContain(person.email);
    const acts = await product.database.query<{ reason: string }>(
      `select reason from admin_action where action = 'invitation-withdrawn' and reason like $1`,
      [`${person.email}%`],
    );
    expect(acts).toEqual([{ reason: `${person.email}, administrator. Ended with a decision about the account.` }]);
  },
);

test('[C3] an invitation gives no role to an account that was closed and is opened again', async () => {
  const person = await product.signUp();
  const { data } = endpoints.accounts.getUser.answer.parse(await product.call('GET', '/user', { token: person.token }));
  await invite(person.email, 'administrator');
  const token = await linkTo(person.email);
  await product.call('POST', '/user/closing', { token: person.token, body: { password: PASSWORD } });
  const body = { state: 'active', reason: 'They changed their mind' };
  await product.call('PUT', `/admin/users/${data.id}/state`, { token: admin.token, body });
  const again = await logIn(person.email);
  expect((await post('/auth/invitation/accept', { token, password: PASSWORD }, again.token)).status).toBe(422);
});

test('[C2] only one at a time for an address, none for a colleague, a disabled account, or what is no address', async () => {
  const email = newEmail();
  expect((await invite(email)).status).toBe(201);
  expect((await invite(email.toUpperCase())).status).toBe(409);
  expect((await invite(admin.email)).status).toBe(409);
  expect((await invite('no address')).status).toBe(422);
  expect(
    (await post('/admin/team/invitations', { email: newEmail(), role: 'boss', reason: 'x' }, admin.token)).status,
  ).toBe(400);
  const person = await product.signUp();
  await product.database.query(`update app_user set disabled_at = now() where email = $1`, [person.email]);
  expect((await invite(person.email)).status).toBe(409);
});

test('no token is kept in a form that opens anything', async () => {
  const email = newEmail();
  await invite(email);
  const token = await linkTo(email);
  const rows = await product.database.query<{ text: string }>(
    `select to_jsonb(i)::text as text from staff_invitation i union all select to_jsonb(e)::text from event e`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
});
