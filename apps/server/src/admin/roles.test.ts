// Only another administrator appoints or demotes an administrator, on record and with a mail to all; all earlier
// sessions end, and enough administrators always remain.
import { endpoints, type StaffRole, type UserId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestAccounts, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { createTestProof, SESSION_ENDS, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isNewAdmin, listStaffEmails } from '../controls/approvals/db.ts';
import { saveApprovals } from '../controls/settings/save-approvals.ts';
import { viewSettings } from '../controls/settings/view-settings.ts';
import { accountsOfPerson } from '../ledger/index.ts';
import { findTier } from '../sales/index.ts';
import { closeUserAccount } from './closing/close-account.ts';
import { exportUserData } from './export-person.ts';
import { setUserRole } from './set-user-role.ts';
import { settleLateOf } from '../custody/suspense/db.ts';
import { setUserState } from './set-user-state.ts';
import { setUserTier } from './set-user-tier.ts';

let accounts: TestAccounts;
let database: TestAccounts['database'];
let admin: UserId;
beforeAll(async () => {
  accounts = await createTestAccounts();
  ({ database } = accounts);
});
afterAll(() => accounts.close());
beforeEach(async () => {
  await database.query(`update app_user set is_admin = false`);
  await database.query(`delete from event`);
  admin = (await insertCustomer(database, { isAdmin: true })).userId;
});

const dependencies = () => ({
  database,
  clock: accounts.clock,
  publicOrigin: 'https://kobogate.test',
  settleLateOf,
  withdrawPayoutsOf: async () => undefined,
});
const set = async (userId: UserId, isAdmin: boolean, { by = admin, reason = 'Joins the desk' } = {}) =>
  setUserRole(dependencies(), {
    userId,
    caller: await signIn(database, by),
    role: isAdmin ? 'administrator' : null,
    reason,
  });
const give = async (userId: UserId, role: StaffRole | null, by = admin) =>
  setUserRole(dependencies(), { userId, caller: await signIn(database, by), role, reason: 'Joins the desk' });
const setState = async (userId: UserId, state: 'active' | 'disabled') =>
  setUserState(dependencies(), {
    userId,
    caller: await signIn(database, admin),
    state,
    reason: 'Back',
  });
const idOf = async (email: string): Promise<UserId> =>
  (await database.query<{ id: UserId }>(`select id from app_user where email = $1`, [email]))[0]?.id ??
  idFor<UserId>('');

test('[C3] one becomes an administrator by signing in again, and all administrators are notified', async () => {
  const email = 'second@example.test';
  const token = await accounts.signUp(email);
  const userId = await idOf(email);
  await set(userId, true);
  expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
  const login = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  expect(login.body.data).toMatchObject({ isAdmin: true });
  const mails = await database.query<{ to: string; text: string }>(
    `select payload ->> 'to' as to, payload ->> 'text' as text from event where type = 'mail.send'`,
  );
  expect(mails.map(({ to }) => to).toSorted()).toEqual([`${admin}@kobogate.test`, email].toSorted());
  expect(mails[0]?.text).toContain('Sample Person made Sample Person (second@example.test) an administrator.');
  const [act] = await database.query(`select action, admin_id, reason from admin_action where user_id = $1`, [userId]);
  expect(act).toEqual({ action: 'user-promoted', admin_id: admin, reason: 'Joins the desk' });
  await set(userId, false, { reason: 'Leaves' });
  const again = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  expect(again.body.data).toMatchObject({ isAdmin: false });
});

test('[C2] no user by themselves, without a reason, twice, or before the address is proven', async () => {
  const { userId } = await insertCustomer(database);
  await expect(set(admin, false)).rejects.toMatchObject({ status: 403 });
  await expect(set(userId, true, { by: userId })).rejects.toMatchObject({ status: 403 });
  await expect(set(userId, true, { reason: '' })).rejects.toMatchObject({ status: 422 });
  await expect(set(userId, false)).rejects.toMatchObject({ status: 409 });
  await expect(set(idFor<UserId>(`${userId.slice(0, -4)}0000`), true)).rejects.toMatchObject({ status: 404 });
  await database.query(`update app_user set verified_at = null where id = $1`, [userId]);
  await expect(set(userId, true)).rejects.toMatchObject({ status: 409 });
});

test('[C1] each role is on record by its name, ends the sessions, and leaves no more of the one before', async () => {
  const email = 'colleague@example.test';
  const token = await accounts.signUp(email);
  const userId = await idOf(email);
  await give(userId, 'reviewer');
  expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
  const login = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  expect(login.body.data).toMatchObject({ isAdmin: false, role: 'reviewer' });
  for (const role of ['support', 'finance', 'administrator', 'support', null] as const) await give(userId, role);
  await expect(give(userId, null)).rejects.toMatchObject({ status: 409 });
  const acts = await database.query<{ action: string }>(
    `select action from admin_action where user_id = $1 order by at, id`,
    [userId],
  );
  expect(acts.map(({ action }) => action)).toEqual([
    'user-made-reviewer',
    'user-made-support',
    'user-made-finance',
    'user-promoted',
    'user-made-support',
    'user-demoted',
  ]);
  const [row] = await database.query(`select is_admin, staff_role, admin_since from app_user where id = $1`, [userId]);
  expect(row).toEqual({ is_admin: false, staff_role: null, admin_since: null });
});

test('[C1] the version before takes nobody for an administrator who is not one', async () => {
  const { userId } = await insertCustomer(database);
  for (const role of ['support', 'reviewer', 'finance'] as const) {
    await give(userId, role);
    expect(await database.query(`select 1 from app_user where id = $1 and is_admin`, [userId])).toEqual([]);
  }
  // It promotes without knowing of the other column: its administrators are administrators here.
  await database.query(`update app_user set is_admin = true where id = $1`, [userId]);
  await expect(give(userId, 'administrator')).rejects.toMatchObject({ status: 409 });
});

test('[C3] the last administrator gets no lesser role, and nobody but an administrator gives one', async () => {
  const other = (await insertCustomer(database, { isAdmin: true })).userId;
  await give(other, 'reviewer');
  await expect(give(admin, 'reviewer', other)).rejects.toMatchObject({ status: 403 });
  await give(other, 'administrator');
  const left = await Promise.allSettled([give(admin, 'support', other), give(other, 'finance', admin)]);
  expect(left.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('[C2] who can act gets the mail: reviewers of orders, finance of the books, administrators of both', async () => {
  await database.query(`update app_user set staff_role = null`);
  const people = new Map<string, string>([[`${admin}@kobogate.test`, 'administrator']]);
  for (const role of ['support', 'reviewer', 'finance'] as const) {
    const { userId } = await insertCustomer(database);
    await give(userId, role);
    people.set(`${userId}@kobogate.test`, role);
  }
  const readersOf = async (call: Parameters<typeof listStaffEmails>[1]) =>
    (await listStaffEmails(database, call)).map((email) => people.get(email) ?? '').toSorted();
  expect(await readersOf(endpoints.adminOrders.decide)).toEqual(['administrator', 'reviewer']);
  expect(await readersOf(endpoints.reconciliations.run)).toEqual(['administrator', 'finance']);
  expect(await readersOf(endpoints.adminUsers.setRole)).toEqual(['administrator']);
});

test.each(SESSION_ENDS)(
  '[A7] no account is made an administrator or enabled as one where %s before it is written',
  async (_what, end) => {
    const { userId } = await insertCustomer(database);
    const { userId: shut } = await insertCustomer(database, { isAdmin: true });
    await database.query(`update app_user set disabled_at = now() where id = $1`, [shut]);
    const caller = await signIn(database, admin);
    await insertCustomer(database, { isAdmin: true });
    await database.transaction((tx) => end(tx, admin));
    const change = { caller, reason: 'Joins' };
    await expect(setUserRole(dependencies(), { ...change, userId, role: 'administrator' })).rejects.toMatchObject({
      status: 401,
    });
    await expect(setUserState(dependencies(), { ...change, userId: shut, state: 'active' })).rejects.toMatchObject({
      status: 401,
    });
    expect(
      await database.query(`select 1 from app_user where (id = $1 and is_admin) or (id = $2 and disabled_at is null)`, [
        userId,
        shut,
      ]),
    ).toEqual([]);
  },
);

test('[C3] a disabled administrator who is enabled again counts as newly appointed: all are notified, and their approvals do not count for a day', async () => {
  const { userId: second } = await insertCustomer(database, { isAdmin: true });
  await database.query(`update app_user set admin_since = now() - interval '1 year' where id = $1`, [second]);
  const isNew = () => database.transaction((tx) => isNewAdmin(tx, second));
  await setState(second, 'disabled');
  await database.query(`delete from event`);
  expect(await isNew()).toBe(false);
  await setState(second, 'active');
  expect(await isNew()).toBe(true);
  const mails = await database.query<{ to: string; subject: string }>(
    `select payload ->> 'to' as to, payload ->> 'subject' as subject from event where type = 'mail.send' order by 2`,
  );
  expect(mails).toEqual([
    { to: `${admin}@kobogate.test`, subject: 'A Kobogate administrator is enabled again' },
    { to: `${second}@kobogate.test`, subject: 'Your Kobogate account is enabled again' },
  ]);
  // Enabling a user who is not an administrator makes them none.
  const { userId: plain } = await insertCustomer(database);
  await setState(plain, 'disabled');
  await setState(plain, 'active');
  expect(await database.query(`select is_admin, admin_since from app_user where id = $1`, [plain])).toEqual([
    { is_admin: false, admin_since: null },
  ]);
});

test('[C3] of two administrators who demote each other one stays; where two have to approve, both do', async () => {
  const { userId: second } = await insertCustomer(database);
  await set(second, true);
  await saveApprovals({ database }, { version: 0, value: { secondAboveKobo: '100' }, adminId: admin });
  await expect(set(second, false)).rejects.toMatchObject({ status: 409 });
  await expect(setState(second, 'disabled')).rejects.toMatchObject({ status: 409 });
  const { userId: third } = await insertCustomer(database);
  await set(third, true);
  const outcomes = await Promise.allSettled([
    set(second, false),
    set(third, false, { by: second }),
    set(admin, false, { by: third }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('[C3] reviewers count among those who may approve orders, as administrators do; other roles and the disabled do not', async () => {
  const { approvals } = await viewSettings({ database, settings: createTestSettings(database) });
  const before = approvals.orderApprovers ?? 0;
  const { userId: reviewer } = await insertCustomer(database);
  await give(reviewer, 'reviewer');
  for (const role of ['finance', 'support'] as const) await give((await insertCustomer(database)).userId, role);
  const now = async () => (await viewSettings({ database, settings: createTestSettings(database) })).approvals;
  expect(await now()).toMatchObject({ administrators: 1, orderApprovers: before + 1 });
  await setState(reviewer, 'disabled');
  expect(await now()).toMatchObject({ orderApprovers: before });
});

test('[C3] the day of a new administrator is counted by the database’s clock, not by ours', async () => {
  const { userId } = await insertCustomer(database);
  const clock = { now: () => new Date('2020-01-01T00:00:00Z') };
  const caller = await signIn(database, admin);
  const change = { userId, caller, role: 'administrator', reason: 'Joins' } as const;
  await setUserRole({ ...dependencies(), clock }, change);
  expect(await database.transaction((tx) => isNewAdmin(tx, userId))).toBe(true);
});

test('a tier is set by another administrator with a reason, on record, and shows on the user', async () => {
  const { userId } = await insertCustomer(database);
  const caller = await signIn(database, admin);
  const tier = (change: Partial<Parameters<typeof setUserTier>[1]> = {}) =>
    setUserTier(dependencies(), { userId, caller, tier: 2, reason: 'Saw a sample passport', ...change });
  await expect(tier({ reason: '' })).rejects.toMatchObject({ status: 422 });
  await expect(tier({ userId: admin })).rejects.toMatchObject({ status: 403 });
  await expect(tier({ tier: 0 })).rejects.toMatchObject({ status: 409 });
  await expect(tier({ userId: idFor<UserId>(`${userId.slice(0, -4)}0000`) })).rejects.toMatchObject({ status: 404 });
  await tier();
  expect(await findTier(database, userId)).toBe(2);
  const acts = await database.query(`select action, admin_id, reason from admin_action where user_id = $1`, [userId]);
  const reason = 'Tier 0 became 2. Saw a sample passport';
  expect(acts).toEqual([{ action: 'user-tier-set', admin_id: admin, reason }]);
});

test.each([
  ['sets no tier', (change: Change) => setUserTier(dependencies(), { ...change, tier: 2 })],
  ['downloads nobody’s data', (change: Change) => exportUserData(onPeople(), change)],
  ['closes no account', (change: Change) => closeUserAccount(onPeople(), change)],
])('[C3] an administrator who is signed out while their call waits %s', async (_what, make) => {
  const { userId } = await insertCustomer(database);
  const change = { userId, caller: await signIn(database, admin), reason: 'They asked by letter' };
  await database.query(`update session set revoked_at = now() where user_id = $1`, [admin]);
  await expect(make(change)).rejects.toMatchObject({ status: 401 });
  const [left] = await database.query(
    `select kyc_tier as tier, closed_at, (select count(*)::int from admin_action where user_id = u.id) as acts,
       (select count(*)::int from data_export where user_id = u.id) as exports from app_user u where id = $1`,
    [userId],
  );
  expect(left).toEqual({ tier: 0, closed_at: null, acts: 0, exports: 0 });
});

type Change = Pick<Parameters<typeof exportUserData>[1], 'userId' | 'caller' | 'reason'>;
const onPeople = () => ({
  ...dependencies(),
  settings: createTestSettings(database),
  proveOwner: createTestProof(''),
  personalRecords: [],
  accountsOfPerson,
  readCanLeave: async () => () => true,
  turnOffEndpoints: async () => undefined,
});
