// What nobody finished, and messages that could not be sent, go by themselves: no address of a person who never came stays.
import { randomBytes } from 'node:crypto';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestAccounts, ORIGIN, quickHasher, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { reviveEvents } from '../../platform/queue.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { createIdentity } from '../create-identity.ts';
import { forgetOld } from './forget-old.ts';

const DAY_MS = 86_400_000;

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const after = (days: number) =>
  forgetOld({
    database: accounts.database,
    clock: { now: () => new Date(accounts.clock.now().getTime() + days * DAY_MS) },
  });
const rowsOf = async (email: string): Promise<string[]> => {
  const rows = await accounts.database.query<{ of: string }>(
    `select 'account' as of from app_user where email = $1 union all select 'sign-up' from sign_up where email = $1 order by 1`,
    [email],
  );
  return rows.map(({ of }) => of);
};
/** As if the account had been made so many days ago. */
const makeOlder = (email: string, days: number) =>
  accounts.database.query(
    `with u as (update app_user set created_at = created_at - $2 * interval '1 day' where email = $1 returning id)
     update sign_up s set created_at = s.created_at - $2 * interval '1 day' from u where s.user_id = u.id`,
    [email, days],
  );

test('an account whose address nobody proves is removed a month after the last sign-up, with all that was typed', async () => {
  const [left, again] = ['left@example.test', 'again@example.test'];
  await accounts.register(left);
  await accounts.register(again, {}, { device: 'a-browser-0123456789abc' });
  await accounts.codeFor(left);
  await after(29);
  expect(await rowsOf(left)).toEqual(['account', 'sign-up']);
  await makeOlder(again, 20);
  await accounts.register(again, { first_name: 'Ada' }, { device: 'another-browser-01234567' });
  await after(31);
  expect([await rowsOf(left), await rowsOf(again)]).toEqual([[], []]);
  // The address is free.
  expect((await accounts.register(left)).status).toBeLessThan(300);
});

test('neither one that was signed up for again, nor one that is proven, ever goes', async () => {
  const [tried, proven] = ['tried@example.test', 'proven@example.test'];
  await accounts.register(tried, {}, { device: 'a-browser-0123456789abc' });
  await makeOlder(tried, 40);
  await accounts.register(tried, { first_name: 'Ada' }, { device: 'another-browser-01234567' });
  await accounts.signUp(proven);
  await makeOlder(proven, 400);
  await after(0);
  // The older of the two sign-ups is past its time.
  expect(await rowsOf(tried)).toEqual(['account', 'sign-up']);
  expect(await rowsOf(proven)).toEqual(['account']);
});

test('one that an act of an administrator names is closed, to be erased with the closed ones, and its address is free at once', async () => {
  const email = 'named@example.test';
  const admin = await insertCustomer(accounts.database, { isAdmin: true });
  await accounts.register(email);
  const [named] = await accounts.database.query<{ id: string }>(`select id from app_user where email = $1`, [email]);
  await accounts.database.query(
    `insert into admin_action (id, admin_id, action, user_id, reason) values ($1, $2, 'user-disabled', $3, 'A sample')`,
    [newId(), admin.userId, named?.id],
  );
  await after(31);
  const [row] = await accounts.database.query(
    `select closed_at is not null as closed, erase_from <= closed_at as due, disabled_at is not null as shut from app_user where id = $1`,
    [named?.id],
  );
  expect(row).toEqual({ closed: true, due: true, shut: true });
  // Its owner comes before the daily task has erased the rest.
  const token = await accounts.signUp(email);
  const { body } = await accounts.call('GET', '/user', undefined, { token });
  expect(body.data).toMatchObject({ email });
  expect(body.data?.['id']).not.toBe(named?.id);
});

test('an invitation that nobody accepts is removed a month after its link ended or it was withdrawn, an accepted one stays', async () => {
  const { database, clock } = accounts;
  const admin = await insertCustomer(database, { isAdmin: true });
  const invited = async (email: string, columns: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(columns);
    await database.query(
      `insert into staff_invitation (id, email, email_key, role, invited_by, invited_at${names.map((name) => `, ${name}`).join('')})
       values ($1, $2, $2, 'support', $3, $4${names.map((_name, at) => `, $${at + 5}`).join('')})`,
      [newId(), email, admin.userId, daysAgo(50), ...Object.values(columns)],
    );
  };
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);
  await invited('ended', { expires_at: daysAgo(31) });
  await invited('open', { expires_at: daysAgo(29) });
  await invited('withdrawn', { expires_at: daysAgo(29), withdrawn_at: daysAgo(31) });
  await invited('never-mailed', {});
  await invited('accepted', { expires_at: daysAgo(47), accepted_at: daysAgo(48), accepted_by: admin.userId });
  await after(0);
  const left = await database.query<{ email: string }>(`select email from staff_invitation order by email`);
  expect(left.map(({ email }) => email)).toEqual(['accepted', 'open']);
});

test('a message that could not be sent is removed a week after it was written, other dead events and waiting mails stay', async () => {
  const { database, clock } = accounts;
  const write = (type: string, days: number, isDead: boolean) =>
    database.query(
      `insert into event (id, type, payload, created_at, dead_at) values ($1, $2, $3, $4, case when $5 then clock_timestamp() end)`,
      [
        newId(),
        type,
        JSON.stringify({ to: `${type}-${days}-${isDead}` }),
        new Date(clock.now().getTime() - days * DAY_MS),
        isDead,
      ],
    );
  await database.query('delete from event');
  await write('mail.send', 8, true);
  await write('sms.send', 8, true);
  await write('mail.send', 6, true);
  await write('mail.send', 8, false);
  await write('payout.due', 8, true);
  await after(0);
  const left = await database.query<{ name: string }>(`select payload ->> 'to' as name from event order by 1`);
  expect(left.map(({ name }) => name)).toEqual(['mail.send-6-true', 'mail.send-8-false', 'payout.due-8-true']);
});

test('a start sends no news of last month: it removes what could not be sent before it tries dead events once more', async () => {
  const { database, clock, mails } = accounts;
  const write = (to: string, days: number) =>
    database.query(
      `insert into event (id, type, payload, created_at, dead_at) values ($1, 'mail.send', $2, $3, clock_timestamp())`,
      [newId(), { to, subject: 'News', text: '', html: '' }, new Date(clock.now().getTime() - days * DAY_MS)],
    );
  await database.query('delete from event');
  await write('old@example.test', 8);
  await write('young@example.test', 6);
  await createIdentity({
    database,
    clock,
    settings: createTestSettings(database),
    log: silentLog,
    secretBox: createSecretBox(randomBytes(32)),
    signInProviders: [],
    hasher: quickHasher,
    mailer: { send: async () => 'sent' },
    configuration: {
      publicOrigin: ORIGIN,
      adminSecondFactor: 'optional',
      adminEmail: undefined,
      adminPassword: undefined,
    },
  }).start();
  expect(await reviveEvents(database)).toBe(1);
  await accounts.worker.drain();
  expect(mails.filter(({ subject }) => subject === 'News').map(({ to }) => to)).toEqual(['young@example.test']);
});
