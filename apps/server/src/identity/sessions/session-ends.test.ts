// A session expires on the server: an administrator's after half an hour without use and after half a day in any case,
// a customer's after weeks. Background requests of a page are not use. A user who is signed out this way learns why.
import { BACKGROUND_HEADER, type AccessPolicy, DEFAULT_SETTINGS, type UserId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { createTestAccounts, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../accounts/secrets.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

let accounts: TestAccounts;
let email: string;
let count = 0;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());
beforeEach(() => {
  email = `person-${(count += 1)}@example.test`;
});

async function signIn({ isAdmin }: { isAdmin: boolean }): Promise<string> {
  await accounts.signUp(email);
  await accounts.database.query(`update app_user set is_admin = $2 where email = $1`, [email, isAdmin]);
  const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  return String(body.data?.['token']);
}
const callWith = (token: string, headers: Record<string, string> = {}) =>
  accounts.call('GET', '/user', undefined, { token, headers });
const seenAt = async (token: string) => {
  const [row] = await accounts.database.query<{ at: Date }>(
    `select last_seen_at as at from session where token_hash = $1`,
    [hashToken(token)],
  );
  return row?.at.getTime();
};
/** Uses a session after some time, and waits until that is recorded. */
async function useAfter(token: string, milliseconds: number): Promise<void> {
  accounts.clock.advance(milliseconds);
  expect((await callWith(token)).status).toBe(200);
  await expect.poll(() => seenAt(token)).toBe(accounts.clock.now().getTime());
}
const ended = (because: string) => ({
  status: 401,
  body: { code: 'session-ended', message: expect.stringContaining(because) },
});

describe('[A12] an administrator’s session', () => {
  it('ends after thirty minutes without use', async () => {
    const token = await signIn({ isAdmin: true });
    await useAfter(token, 30 * MINUTE - 1);
    accounts.clock.advance(30 * MINUTE);
    expect(await callWith(token)).toMatchObject(ended('nothing was done here for 30 minutes'));
    // Nothing revives it.
    accounts.clock.advance(-29 * MINUTE);
    expect((await accounts.call('POST', '/auth/logout', {}, { token })).status).toBe(200);
    expect((await callWith(token)).status).toBe(401);
  });

  it('ends after twelve hours of use', async () => {
    const token = await signIn({ isAdmin: true });
    for (let used = 0; used < 11.75 * HOUR; used += 15 * MINUTE) await useAfter(token, 15 * MINUTE);
    accounts.clock.advance(15 * MINUTE - 1);
    expect((await callWith(token)).status).toBe(200);
    accounts.clock.advance(1);
    expect(await callWith(token)).toMatchObject(ended('longer than 12 hours'));
  });

  it('is not kept alive by a page’s background requests', async () => {
    const token = await signIn({ isAdmin: true });
    for (let index = 0; index < 5; index += 1) {
      accounts.clock.advance(6 * MINUTE - 1);
      expect((await callWith(token, { [BACKGROUND_HEADER]: '1' })).status).toBe(200);
    }
    accounts.clock.advance(5);
    expect(await callWith(token)).toMatchObject(ended('for 30 minutes'));
  });

  it('lasts as long as the operator decided when it was opened, and never longer than the most', async () => {
    const access: AccessPolicy = { ...DEFAULT_SETTINGS.access, adminHours: 1, adminIdleMinutes: 10 };
    const early = await signIn({ isAdmin: true });
    const [admin] = await accounts.database.query<{ id: UserId }>(`select id from app_user where email = $1`, [email]);
    const decide = (value: AccessPolicy) =>
      decideSetting(accounts.database, admin?.id ?? idFor<UserId>(''), 'access', value);
    await decide(access);
    const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    const token = String(body.data?.['token']);
    accounts.clock.advance(10 * MINUTE);
    expect(await callWith(token)).toMatchObject(ended('for 10 minutes'));
    expect((await callWith(early)).status).toBe(200);
    for (const wrong of [
      { adminHours: 13 },
      { adminIdleMinutes: 31 },
      { adminHours: 0 },
      { userDays: 91 },
      { userIdleDays: 31 },
    ]) {
      await expect(decide({ ...access, ...wrong })).rejects.toMatchObject({ status: 422 });
    }
    await decide(DEFAULT_SETTINGS.access);
  });
});

describe('[A7] a customer’s session', () => {
  it('ends after two weeks without use', async () => {
    const token = await signIn({ isAdmin: false });
    await useAfter(token, 14 * DAY - 1);
    accounts.clock.advance(14 * DAY);
    expect(await callWith(token)).toMatchObject(ended('nothing was done here for 14 days'));
  });

  it('ends after thirty days of use', async () => {
    const token = await signIn({ isAdmin: false });
    for (const days of [13, 13]) await useAfter(token, days * DAY);
    accounts.clock.advance(4 * DAY - 1);
    expect((await callWith(token)).status).toBe(200);
    accounts.clock.advance(1);
    expect(await callWith(token)).toMatchObject(ended('longer than 30 days'));
  });
});

it('[A12] a user appointed administrator during sign-in gets an administrator’s session', async () => {
  await accounts.signUp(email);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const promotion = accounts.database.transaction(async (tx) => {
    await tx.query(`update app_user set is_admin = true where email = $1`, [email]);
    await held;
  });
  const login = accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share%'`;
  await expect.poll(() => accounts.database.query(waiting)).toHaveLength(1);
  release();
  await promotion;
  const token = String((await login).body.data?.['token']);
  accounts.clock.advance(30 * MINUTE);
  expect(await callWith(token)).toMatchObject(ended('for 30 minutes'));
});
