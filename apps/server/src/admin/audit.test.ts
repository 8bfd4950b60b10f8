// An administrator finds every act by its person, kind, thing, time and words, a page at a time, and takes them as a file.
import type { UserId } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_ACTIONS } from '../controls/index.ts';
import { AUDIT_KINDS } from '@kobogate/contract';
import { newId } from '../platform/identifiers.ts';
import { actionsOf, createAuditFile, listAudit } from './audit.ts';

let users: TestUsers;
let database: TestUsers['database'];
let [first, second, third]: UserId[] = [];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
  await users.accounts.signUp('audited@acts.test');
  first = await users.idOf('audited@acts.test');
  second = users.admin.userId;
  third = (await insertCustomer(database, { isAdmin: true })).userId;
  await write('user-disabled', second, first, 'Asked by 100% of the bank', '2026-03-01T22:59:59Z');
  await write('user-enabled', third, first, '=1+1', '2026-03-02T00:00:00Z');
  for (let index = 0; index < 5; index += 1)
    await write('refund-declined', second, second, null, '2026-03-02T12:00:00Z');
});
afterAll(() => users.accounts.close());

const write = (
  action: string,
  adminId: UserId | undefined,
  userId: UserId | undefined,
  reason: string | null,
  at: string,
) =>
  database.query(
    `insert into admin_action (id, at, admin_id, action, user_id, reason) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), at, adminId, action, userId, reason],
  );
const list = async (query: Parameters<typeof listAudit>[1]) =>
  (await listAudit({ database }, query)).data.map(({ action }) => action);

test('[S7] every act belongs to exactly one kind', () => {
  expect(AUDIT_KINDS.flatMap(actionsOf).toSorted()).toEqual([...ADMIN_ACTIONS].toSorted());
});

test('[S7] narrows by person, kind, thing, days of Lagos and words, and never by a wildcard', async () => {
  const refunds = Array.from({ length: 5 }, () => 'refund-declined');
  expect(await list({})).toEqual([...refunds, 'user-enabled', 'user-disabled']);
  expect(await list({ by: third })).toEqual(['user-enabled']);
  expect(await list({ kind: 'people' })).toEqual(['user-enabled', 'user-disabled']);
  expect(await list({ kind: 'recovery' })).toEqual([]);
  expect(await list({ search: first })).toEqual(['user-enabled', 'user-disabled']);
  expect(await list({ search: 'AUDITED@acts' })).toEqual(['user-enabled', 'user-disabled']);
  expect(await list({ search: '100% of' })).toEqual(['user-disabled']);
  expect(await list({ search: '100_ of' })).toEqual([]);
  expect(await list({ to: '2026-03-01' })).toEqual(['user-disabled']);
  expect(await list({ from: '2026-03-02', kind: 'people' })).toEqual(['user-enabled']);
  await expect(list({ from: 'yesterday' })).rejects.toMatchObject({ status: 422 });
  await expect(list({ by: 'Ada Obi' as UserId })).rejects.toMatchObject({ status: 422 });
});

test('[S7] pages show each act of one instant once, in every filter', async () => {
  for (const filter of [{}, { kind: 'refunds' as const }, { by: second }, { search: 'a' }]) {
    const all = (await listAudit({ database }, filter)).data.map(({ id }) => id);
    const paged: string[] = [];
    for (let before: string | null | undefined; before !== null;) {
      const page = await listAudit({ database }, { ...filter, limit: '2', ...(before && { before }) });
      paged.push(...page.data.map(({ id }) => id));
      before = page.next;
    }
    expect(paged).toEqual(all);
  }
});

const fileOf = async (filter: Parameters<typeof listAudit>[1], page?: number): Promise<string> => {
  let file = '';
  const send = createAuditFile({ database, ...(page !== undefined && { page }) });
  for await (const piece of send(users.admin.userId, filter)) file += piece;
  return file;
};

test('[S7] a file is read as it is sent, page by page, with each act once; of one person one at a time', async () => {
  expect(await fileOf({}, 2)).toBe(await fileOf({}));
  expect((await fileOf({}, 1)).trimEnd().split('\r\n')).toHaveLength(
    1 + (await listAudit({ database }, {})).data.length,
  );
  await expect(fileOf({ from: 'yesterday' })).rejects.toMatchObject({ status: 422 });
  const send = createAuditFile({ database });
  const { userId } = users.admin;
  const [one, another, ofOther] = [send(userId, {}), send(userId, {}), send(newId<UserId>(), {})];
  await one.next();
  await expect(another.next()).rejects.toMatchObject({ status: 429 });
  await ofOther.next();
  await one.return(undefined);
  await send(userId, {}).next();
});

test('[S7] the file has the same acts, and no cell that a spreadsheet would run', async () => {
  const lines = (await fileOf({ kind: 'people' })).trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`'=1+1`);
  expect(lines[2]).toContain('2026-03-01 23:59:59');
});
