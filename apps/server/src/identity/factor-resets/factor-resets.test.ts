// Who has lost the second factor and its codes gets back in after a right first step, the word of two administrators and a wait in which
// the owner can stop it, and with nothing less; each step happens once, however often it is asked for or cut off.
import { randomBytes } from 'node:crypto';
import { endpoints, type UserId } from '@kobogate/contract';
import { ORIGIN, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import {
  appCode,
  createTestTwoFactor,
  openStep,
  signUpWithApp,
  stateOf,
} from '@kobogate/testkit/identity/two-factor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../platform/secret-box.ts';
import { endEverySignIn } from '../end-every-sign-in.ts';
import { carryOutResets } from './carry-out-resets.ts';
import { forgetResets, lapseReset } from './db.ts';
import { resetDecisionRoutes } from './routes.ts';

const HOUR = 3_600_000;
const STATEMENT = 'My phone fell into the lagoon on Friday, with the app on it.';

let accounts: TestAccounts;
const ADMINS = ['one@team.test', 'two@team.test', 'three@team.test'] as const;
beforeAll(async () => {
  accounts = await createTestTwoFactor('optional', resetDecisionRoutes);
  for (const email of ADMINS) await makeAdmin(email);
});
afterAll(() => accounts.close());

const idOf = async (email: string): Promise<UserId> => {
  const [row] = await accounts.database.query<{ id: UserId }>(`select id from app_user where email = $1`, [email]);
  if (row === undefined) throw new Error(`no account of ${email}`);
  return row.id;
};
async function makeAdmin(email: string): Promise<void> {
  await accounts.signUp(email);
  await accounts.database.query(`update app_user set is_admin = true where email = $1`, [email]);
}
const mailsTo = async (email: string) => {
  await accounts.worker.drain();
  return accounts.mails.filter(({ to }) => to === email);
};
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const countOf = async (email: string, part: string): Promise<number> =>
  (await subjects(email)).filter((subject) => subject.includes(part)).length;

const ask = (challenge: string, statement = STATEMENT) =>
  accounts.call('POST', '/auth/second-factor/reset', { challenge, statement });
const challengeOf = async (email: string, password = PASSWORD) => (await openStep(accounts, email, password)).challenge;
const view = async (challenge: string) =>
  endpoints.lostFactor.view.answer.parse((await accounts.call('POST', '/auth/second-factor/lost', { challenge })).body)
    .data;
const ownOf = async (token: string) =>
  endpoints.lostFactor.own.answer.parse((await accounts.call('GET', '/two-factor/reset', undefined, { token })).body)
    .data;
const tokenIn = async (email: string): Promise<string> => {
  const links = (await mailsTo(email)).flatMap(({ text }) => /lost-second-step\?token=([\w-]+)/.exec(text)?.[1] ?? []);
  return links.at(-1) ?? '';
};
const stop = (token: string) => accounts.call('POST', '/auth/second-factor/reset/stop', { token });

/** A customer with an app, a passkey and recovery codes, who has lost them all and asked. */
async function lost(email: string) {
  const person = await signUpWithApp(accounts, email);
  const id = await idOf(email);
  await accounts.database.query(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values (gen_random_uuid(), $1, $2, '\\x00', 0, '{}', 'Phone', now())`,
    [id, email],
  );
  const asked = await ask(await challengeOf(email));
  expect(asked.status).toBe(200);
  return { ...person, email, id };
}
const resetsOf = (userId: UserId) =>
  accounts.database.query<{ id: string; outcome: string | null }>(
    `select id, outcome from factor_reset where user_id = $1 order by asked_at, id`,
    [userId],
  );
const signIn = async (email: string): Promise<string> => {
  const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  return String(body.data?.['token']);
};
/** Decides on a person's newest request, just signed in: that is a proof too. */
async function decide(
  userId: UserId,
  by: string,
  verdict: 'granted' | 'refused' = 'granted',
  reason = 'Called the number of the account: they knew the last order.',
) {
  const token = await signIn(by);
  const resetId = (await resetsOf(userId)).at(-1)?.id ?? '';
  return accounts.call('PUT', `/admin/users/${userId}/factor-reset`, { resetId, verdict, reason }, { token });
}
const grant = async (userId: UserId) => {
  expect((await decide(userId, ADMINS[0])).status).toBe(200);
  expect((await decide(userId, ADMINS[1])).status).toBe(200);
};
const carryOut = () =>
  carryOutResets({
    database: accounts.database,
    clock: accounts.clock,
    publicOrigin: ORIGIN,
    secretBox: createSecretBox(randomBytes(32)),
  });
const outcomes = async (userId: UserId) => (await resetsOf(userId)).map(({ outcome }) => outcome);

describe('asking', () => {
  it('[A4] takes an open second step, removes nothing, and tells the owner at once, once', async () => {
    const email = 'asks@example.test';
    const person = await signUpWithApp(accounts, email);
    expect((await ask('made-up')).status).toBe(401);
    const challenge = await challengeOf(email);
    expect(await view(challenge)).toEqual({ open: null, refused: null });
    expect((await ask(challenge, '  ')).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 3 }, () => ask(challenge)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const again = await ask(await challengeOf(email), 'Another story.');
    expect(again.body.data).toEqual(answers[0]?.body.data);
    const askedAt = accounts.clock.now();
    expect(await view(challenge)).toEqual({
      open: {
        askedAt: askedAt.toISOString(),
        dueAt: new Date(askedAt.getTime() + 72 * HOUR).toISOString(),
        isGranted: false,
      },
      refused: null,
    });
    expect(await resetsOf(await idOf(email))).toHaveLength(1);
    expect(await countOf(email, 'Did you lose your second step')).toBe(1);
    expect(await ownOf(person.token)).toMatchObject({ isGranted: false });
    expect(await stateOf(accounts, person.token)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    const [told] = await accounts.database.query<{ payload: object }>(
      `select payload from event where type = 'account.factor-reset' and payload ->> 'userId' = $1`,
      [await idOf(email)],
    );
    expect(told?.payload).toMatchObject({ what: 'asked' });
  });

  it('is limited, however often it was stopped', async () => {
    const { email } = await lost('often@example.test');
    for (const status of [200, 200, 429]) {
      expect((await stop(await tokenIn(email))).status).toBe(200);
      expect((await ask(await challengeOf(email))).status).toBe(status);
    }
  });

  it('counts once where it is asked for three times at once', async () => {
    const email = 'thrice@example.test';
    await signUpWithApp(accounts, email);
    const challenge = await challengeOf(email);
    await Promise.all(Array.from({ length: 3 }, () => ask(challenge)));
    expect((await stop(await tokenIn(email))).status).toBe(200);
    expect((await ask(await challengeOf(email))).status).toBe(200);
  });

  it('says that the place is known only where a sign-in was finished there, and not for a new password by a mail’s link', async () => {
    const email = 'mailbox@example.test';
    await signUpWithApp(accounts, email);
    const id = await idOf(email);
    const known = async () => {
      expect((await ask(await challengeOf(email, 'another horse 43'))).status).toBe(200);
      const [row] = await accounts.database.query<{ knownBy: string | null }>(
        `select known_by as "knownBy" from factor_reset where user_id = $1 and ended_at is null`,
        [id],
      );
      await stop(await tokenIn(email));
      return row?.knownBy;
    };
    await accounts.call('POST', '/auth/forgot-password', { email });
    const token = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
    await accounts.call('POST', '/auth/reset-password', { newPassword: 'another horse 43', token });
    expect(await known()).toBeNull();
    accounts.clock.advance(1000);
    await accounts.database.query(`update known_address set seen_at = $2 where user_id = $1`, [
      id,
      accounts.clock.now(),
    ]);
    expect(await known()).toBe('address');
  });

  it('takes a second factor that is still there', async () => {
    const email = 'turned-off@example.test';
    const { token, recoveryCodes } = await signUpWithApp(accounts, email);
    const challenge = await challengeOf(email);
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    expect((await accounts.call('POST', '/two-factor/off', proof, { token })).status).toBe(200);
    expect((await ask(challenge)).status).toBe(401);
  });

  it('[A4] is not for the team', async () => {
    const person = await signUpWithApp(accounts, 'colleague@example.test');
    await accounts.database.query(`update app_user set staff_role = 'support' where email = 'colleague@example.test'`);
    expect((await ask(await challengeOf('colleague@example.test'))).status).toBe(403);
    expect(await ownOf(person.token)).toBeNull();
  });
});

describe('stopping', () => {
  it('[A8] takes the mail’s link alone, may be repeated, and a link of no mail stops nothing', async () => {
    const { email, id } = await lost('stops@example.test');
    const token = await tokenIn(email);
    for (const wrong of ['', 'made-up', `${token}x`, token.slice(0, -4)]) expect((await stop(wrong)).status).toBe(422);
    expect(await outcomes(id)).toEqual([null]);
    const other = await lost('stops-not@example.test');
    expect((await Promise.all([stop(token), stop(token)])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await stop(token)).status).toBe(200);
    expect(await outcomes(id)).toEqual(['stopped']);
    expect(await outcomes(other.id)).toEqual([null]);
    expect(await countOf(email, 'Your second step at Kobogate stays')).toBe(1);
    expect(await view(await challengeOf(email))).toEqual({ open: null, refused: null });
  });

  it('the link of an earlier request does not stop a later one, and that of the second mail stops a granted one', async () => {
    const { email, id } = await lost('again@example.test');
    const first = await tokenIn(email);
    await stop(first);
    await ask(await challengeOf(email));
    expect((await stop(first)).status).toBe(200);
    expect(await outcomes(id)).toEqual(['stopped', null]);
    await grant(id);
    expect(await countOf(email, 'is about to be removed')).toBe(1);
    expect((await stop(await tokenIn(email))).status).toBe(200);
    accounts.clock.advance(80 * HOUR);
    await carryOut();
    expect(await outcomes(id)).toEqual(['stopped', 'stopped']);
  });

  it('[A8] takes a session of the account too', async () => {
    const { token, id } = await lost('session@example.test');
    for (let time = 0; time < 2; time += 1) {
      expect((await accounts.call('POST', '/two-factor/reset/stop', {}, { token })).status).toBe(200);
    }
    expect(await outcomes(id)).toEqual(['stopped']);
    expect(await ownOf(token)).toBeNull();
  });
});

describe('deciding', () => {
  it('takes two administrators, none of whom is new or the person, and a reason', async () => {
    const { email, id } = await lost('two@example.test');
    expect((await decide(id, ADMINS[0], 'granted', '')).status).toBe(422);
    expect((await decide(id, ADMINS[0])).body.message).toContain('Another administrator');
    expect((await decide(id, ADMINS[0])).status).toBe(409);
    accounts.clock.advance(100 * HOUR);
    await carryOut();
    expect(await outcomes(id)).toEqual([null]);
    await makeAdmin('newcomer@team.test');
    await accounts.database.query(`update app_user set admin_since = clock_timestamp() where email like 'newcomer@%'`);
    expect((await decide(id, 'newcomer@team.test')).status).toBe(403);
    await accounts.signUp('outsider@example.test');
    expect((await decide(id, 'outsider@example.test')).status).toBe(403);
    expect((await decide(id, ADMINS[1])).status).toBe(200);
    expect((await decide(id, ADMINS[2])).status).toBe(409);
    expect(await countOf(email, 'is about to be removed')).toBe(1);
    const acts = await accounts.database.query<{ action: string }>(
      `select action from admin_action where user_id = $1 order by at`,
      [id],
    );
    expect(acts.map(({ action }) => action)).toEqual(['user-factor-reset-first-granted', 'user-factor-reset-granted']);
  });

  it('the first word counts no more once its administrator is none', async () => {
    const { id } = await lost('former@example.test');
    await makeAdmin('first@team.test');
    expect((await decide(id, 'first@team.test')).status).toBe(200);
    await accounts.database.query(`update app_user set is_admin = false where email = 'first@team.test'`);
    expect((await decide(id, ADMINS[0])).body.message).toContain('Another administrator');
  });

  it('one refuses, also what was granted, and the person reads why and can ask again', async () => {
    const { email, id } = await lost('refused@example.test');
    await grant(id);
    expect((await decide(id, ADMINS[2], 'refused', 'The voice was not theirs.')).status).toBe(200);
    accounts.clock.advance(80 * HOUR);
    await carryOut();
    expect(await outcomes(id)).toEqual(['refused']);
    expect((await mailsTo(email)).at(-1)?.text).toContain('The voice was not theirs.');
    const challenge = await challengeOf(email);
    expect((await view(challenge)).refused?.reason).toBe('The voice was not theirs.');
    expect((await ask(challenge)).status).toBe(200);
    expect((await view(challenge)).refused).toBeNull();
  });

  it('is about the request that was seen, of a customer who still is one', async () => {
    const { email, id } = await lost('seen@example.test');
    const [seen] = await resetsOf(id);
    await stop(await tokenIn(email));
    await ask(await challengeOf(email));
    const body = { resetId: seen?.id, verdict: 'granted', reason: 'Yes' };
    const token = await signIn(ADMINS[0]);
    expect((await accounts.call('PUT', `/admin/users/${id}/factor-reset`, body, { token })).status).toBe(409);
    await accounts.database.query(`update app_user set is_admin = true where id = $1`, [id]);
    expect((await decide(id, ADMINS[0])).status).toBe(409);
    expect(await outcomes(id)).toEqual(['stopped', null]);
  });
});

describe('carrying out', () => {
  it('[A4] waits for its time, then removes every factor and code and ends every session, once', async () => {
    const { email, id, token, secret, recoveryCodes } = await lost('done@example.test');
    await grant(id);
    accounts.clock.advance(72 * HOUR - 1);
    await carryOut();
    expect(await outcomes(id)).toEqual([null]);
    const challenge = await challengeOf(email);
    accounts.clock.advance(1);
    await Promise.all([carryOut(), carryOut()]);
    expect(await outcomes(id)).toEqual(['done']);
    expect(await countOf(email, 'was removed')).toBe(1);
    expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
    for (const code of [appCode(secret, accounts.clock.now()), recoveryCodes[0] ?? '']) {
      const method = code.length === 6 ? 'totp' : 'recovery';
      expect((await accounts.call('POST', '/auth/second-factor', { challenge, method, code })).status).toBe(422);
    }
    const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    const fresh = String(body.data?.['token']);
    expect(await stateOf(accounts, fresh)).toMatchObject({ isOn: false, passkeys: [], recoveryCodesLeft: 0 });
    expect((await stop(await tokenIn(email))).status).toBe(409);
    expect((await decide(id, ADMINS[2], 'refused', 'Too late')).status).toBe(409);
  });

  it('leaves all as it was where it is cut off, and the next run does it', async () => {
    const { email, id, token } = await lost('cut@example.test');
    await grant(id);
    // Due after it, and done without an event.
    const after = await lost('after-cut@example.test');
    await grant(after.id);
    await accounts.database.query(`update app_user set disabled_at = now() where id = $1`, [after.id]);
    accounts.clock.advance(73 * HOUR);
    await accounts.database.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
    );
    await accounts.database.query(
      `create trigger cut_off before insert on event for each row when (new.type = 'account.factor-reset') execute function cut_off()`,
    );
    await expect(carryOut()).rejects.toThrow('cut off');
    expect(await outcomes(after.id)).toEqual(['lapsed']);
    await accounts.database.query(`drop trigger cut_off on event`);
    expect(await stateOf(accounts, token)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
    await carryOut();
    expect([await outcomes(id), await countOf(email, 'was removed')]).toEqual([['done'], 1]);
  });

  it.each([
    [
      'a new password',
      `insert into account_change (id, user_id, at, change, fields) values (gen_random_uuid(), $1, $2, 'password', '{}')`,
    ],
    [
      'a new app',
      `insert into account_change (id, user_id, at, change, fields) values (gen_random_uuid(), $1, $2, 'two-factor-on', '{}')`,
    ],
    ['a sign-in', `update session set created_at = $2 where user_id = $1`],
  ])('removes nothing after %s in a version that knows no requests', async (what, statement) => {
    const { id } = await lost(`older-${what.replaceAll(' ', '-')}@example.test`);
    await grant(id);
    accounts.clock.advance(HOUR);
    await accounts.database.query(statement, [id, accounts.clock.now()]);
    accounts.clock.advance(72 * HOUR);
    await carryOut();
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('removes nothing of who has a role by then, or is disabled', async () => {
    const colleague = await lost('joins@example.test');
    const disabled = await lost('disabled@example.test');
    for (const { id } of [colleague, disabled]) await grant(id);
    await accounts.database.query(`update app_user set staff_role = 'support' where id = $1`, [colleague.id]);
    await accounts.database.query(`update app_user set disabled_at = now() where id = $1`, [disabled.id]);
    accounts.clock.advance(73 * HOUR);
    await carryOut();
    for (const { id } of [colleague, disabled]) {
      expect(await outcomes(id)).toEqual(['lapsed']);
      expect(await accounts.database.query(`select 1 from totp where user_id = $1`, [id])).toHaveLength(1);
    }
  });
});

describe('a request lapses', () => {
  it('[A4] once its owner does the second step after all', async () => {
    const { email, id, recoveryCodes } = await lost('found@example.test');
    await grant(id);
    const [code = ''] = recoveryCodes;
    const challenge = await challengeOf(email);
    const wrong = { challenge, method: 'recovery', code: 'not a code' };
    expect((await accounts.call('POST', '/auth/second-factor', wrong)).status).toBe(422);
    expect(await outcomes(id)).toEqual([null]);
    expect((await accounts.call('POST', '/auth/second-factor', { ...wrong, code })).status).toBe(200);
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('[A4] once its owner proves themselves with it in Settings, so that a new one is not removed', async () => {
    const { id, token, recoveryCodes } = await lost('replaced@example.test');
    await grant(id);
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    const enrolled = await accounts.call('POST', '/two-factor/totp', proof, { token });
    const code = appCode(String(enrolled.body.data?.['secret']), accounts.clock.now());
    expect((await accounts.call('POST', '/two-factor/totp/confirm', { code }, { token })).status).toBe(200);
    accounts.clock.advance(73 * HOUR);
    await carryOut();
    expect(await outcomes(id)).toEqual(['lapsed']);
    expect(await stateOf(accounts, token)).toMatchObject({ isOn: true });
  });

  it('[A4] once another second factor is set up where there is none', async () => {
    const { id, token } = await lost('anew@example.test');
    await accounts.database.query(`delete from totp where user_id = $1`, [id]);
    await accounts.database.query(`delete from passkey where user_id = $1`, [id]);
    const enrolled = await accounts.call('POST', '/two-factor/totp', { password: PASSWORD }, { token });
    const code = appCode(String(enrolled.body.data?.['secret']), accounts.clock.now());
    expect((await accounts.call('POST', '/two-factor/totp/confirm', { code }, { token })).status).toBe(200);
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('[A7] with a new password, by a link', async () => {
    const { email, id } = await lost('new-password@example.test');
    await accounts.call('POST', '/auth/forgot-password', { email });
    const token = /reset-password\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
    expect(
      (await accounts.call('POST', '/auth/reset-password', { newPassword: 'another horse 43', token })).status,
    ).toBe(200);
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('[A7] with a new password, in Settings', async () => {
    const { id, token, recoveryCodes } = await lost('changed@example.test');
    const body = { currentPassword: PASSWORD, newPassword: 'another horse 43', code: recoveryCodes[0] };
    expect((await accounts.call('PUT', '/user/password', body, { token })).status).toBe(200);
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('with the provider whose word it began with, and no other', async () => {
    const { id } = await lost('provider@example.test');
    const { database, clock } = accounts;
    await database.query(`update factor_reset set begun_by = 'google' where user_id = $1`, [id]);
    await database.transaction((tx) => lapseReset(tx, id, clock.now(), 'apple'));
    expect(await outcomes(id)).toEqual([null]);
    await database.transaction((tx) => lapseReset(tx, id, clock.now(), 'google'));
    expect(await outcomes(id)).toEqual(['lapsed']);
  });

  it('with every other one where a database was put back', async () => {
    const { id, token } = await lost('restored@example.test');
    await endEverySignIn(accounts.database, accounts.clock.now());
    expect(await outcomes(id)).toEqual(['lapsed']);
    expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
  });
});

it('what has ended is forgotten with the places of sign-ins, and what is open stays', async () => {
  const ended = await lost('forgotten@example.test');
  await stop(await tokenIn(ended.email));
  accounts.clock.advance(HOUR);
  const open = await lost('open@example.test');
  accounts.clock.advance(HOUR);
  await accounts.database.transaction(async (tx) => {
    expect(await forgetResets(tx, accounts.clock.now(), 1)).toBe(1);
    while ((await forgetResets(tx, accounts.clock.now(), 2)) > 0);
  });
  expect([await resetsOf(ended.id), await outcomes(open.id)]).toEqual([[], [null]]);
});
