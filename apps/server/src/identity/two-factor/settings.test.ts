// Only the owner, with a new proof, changes how the account is signed in to, and is notified of each change by mail.
import { endpoints, type PasskeyRegistration, type UserId } from '@kobogate/contract';
import { PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import {
  appCode,
  codesIn,
  createAuthenticator,
  createTestTwoFactor,
  signUpWithApp,
  stateOf,
  type WithApp,
} from '@kobogate/testkit/identity/two-factor.ts';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { revokeSessions } from '../sessions/db.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestTwoFactor();
});
afterAll(() => accounts.close());

const post = (token: string, path: string, body: object) =>
  accounts.call('POST', `/two-factor${path}`, body, { token });
const state = (token: string) => stateOf(accounts, token);
const proofNow = (person: Pick<WithApp, 'secret'>) => ({ password: PASSWORD, code: codeNow(person) });
const proofBy = (code: string | undefined) => ({ password: PASSWORD, code });
const codeNow = ({ secret }: Pick<WithApp, 'secret'>) => appCode(secret, accounts.clock.now());
const subjects = async (email: string): Promise<string[]> => {
  await accounts.worker.drain();
  return accounts.mails.filter(({ to }) => to === email).map(({ subject }) => subject.replace(/ at Kobogate$/, ''));
};

describe('an authenticator app', () => {
  it('[C-10] counts only after a right code, and its secret is sealed in the database', async () => {
    const token = await accounts.signUp('enrol@example.test');
    const { status, body } = await post(token, '/totp', { password: PASSWORD });
    expect(status).toBe(201);
    const secret = String(body.data?.['secret']);
    expect(await state(token)).toEqual({
      isOn: false,

      totpSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    const login = await accounts.call('POST', '/auth/login', { email: 'enrol@example.test', password: PASSWORD });
    expect(login.body.data).toHaveProperty('token');
    expect(
      (await post(token, '/totp/confirm', { code: codeNow({ secret }) === '000000' ? '000001' : '000000' })).status,
    ).toBe(422);
    const confirmed = await post(token, '/totp/confirm', { code: codeNow({ secret }) });
    expect(codesIn(confirmed)).toHaveLength(10);
    expect(await state(token)).toEqual({
      isOn: true,
      totpSince: accounts.clock.now().toISOString(),
      passkeys: [],
      recoveryCodesLeft: 10,
    });
    const [row] = await accounts.database.query<{ sealed_secret: Buffer }>(`select sealed_secret from totp`);
    expect(row?.sealed_secret.includes(secret)).toBe(false);
    expect(await subjects('enrol@example.test')).toContain('Two-factor is on');
  });

  it('must be set up within half an hour; the old one works until the new one is confirmed', async () => {
    const person = await signUpWithApp(accounts, 'replace@example.test');
    const { body } = await post(person.token, '/totp', proofBy(person.recoveryCodes[0]));
    const secret = String(body.data?.['secret']);
    expect((await post(person.token, '/recovery-codes', proofNow(person))).status).toBe(201);
    accounts.clock.advance(30 * 60_000);
    expect((await post(person.token, '/totp/confirm', { code: codeNow({ secret }) })).status).toBe(409);
    const again = await post(person.token, '/totp', proofNow(person));
    const newSecret = String(again.body.data?.['secret']);
    const confirmed = await post(person.token, '/totp/confirm', { code: codeNow({ secret: newSecret }) });
    expect(confirmed.body.data).toEqual({ recoveryCodes: null });
    accounts.clock.advance(60_000);
    expect((await post(person.token, '/off', proofNow(person))).status).toBe(422);
    expect((await post(person.token, '/off', proofNow({ secret: newSecret }))).status).toBe(200);
    const changes = await accounts.database.query<{ change: string }>(
      `select change from account_change c join app_user u on u.id = c.user_id where u.email = $1 order by c.id`,
      ['replace@example.test'],
    );
    expect(changes.map(({ change }) => change)).toEqual([
      'two-factor-on',
      'recovery-code-used',
      'recovery-codes-renewed',
      'app-replaced',
      'two-factor-off',
    ]);
    expect(await subjects('replace@example.test')).toEqual(
      expect.arrayContaining([
        'Your authenticator app was replaced',
        'You have new recovery codes',
        'Two-factor is off',
      ]),
    );
  });
});

describe('[A8] what was begun with the password alone', () => {
  /** Who has the password and a session of an account, and its owner. */
  async function twoOf(email: string): Promise<{ thief: string; owner: string }> {
    const owner = await accounts.signUp(email);
    const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    return { thief: String(body.data?.['token']), owner };
  }
  async function beginPasskey(token: string): Promise<PasskeyRegistration> {
    const { body } = await post(token, '/passkeys/options', { password: PASSWORD });
    return createAuthenticator().register(endpoints.twoFactor.passkeyOptions.answer.parse(body).data);
  }
  const addPasskey = (token: string, registration: PasskeyRegistration) =>
    post(token, '/passkeys', { name: 'Sample key', registration });

  it('an app is not added any more once a passkey has turned two-factor on', async () => {
    const { thief, owner } = await twoOf('begun-app@example.test');
    const begun = await post(thief, '/totp', { password: PASSWORD });
    expect((await addPasskey(owner, await beginPasskey(owner))).status).toBe(201);
    const code = codeNow({ secret: String(begun.body.data?.['secret']) });
    expect((await post(thief, '/totp/confirm', { code })).status).toBe(409);
    expect(await state(owner)).toMatchObject({ isOn: true, totpSince: null });
  });

  it('no app is begun by the password alone where a passkey turns two-factor on at the same moment', async () => {
    const email = 'begun-late@example.test';
    const { thief, owner } = await twoOf(email);
    const registration = await beginPasskey(owner);
    const { database } = accounts;
    const answers = await database.transaction(async (tx) => {
      await tx.query(`select 1 from app_user where email = $1 for no key update`, [email]);
      const added = addPasskey(owner, registration);
      await expect.poll(() => listWaiting(database)).toHaveLength(1);
      // Its password was right while that was enough.
      const begun = post(thief, '/totp', { password: PASSWORD });
      await expect.poll(() => listWaiting(database)).toHaveLength(2);
      return [added, begun];
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 422]);
  });

  it('a passkey is not added any more once an app has turned two-factor on, also at the same moment', async () => {
    const email = 'begun-key@example.test';
    const { thief, owner } = await twoOf(email);
    const registration = await beginPasskey(thief);
    const { body } = await post(owner, '/totp', { password: PASSWORD });
    const code = codeNow({ secret: String(body.data?.['secret']) });
    const { database } = accounts;
    const answers = await database.transaction(async (tx) => {
      await tx.query(`select 1 from app_user where email = $1 for no key update`, [email]);
      // One behind the other at the account's lock.
      const confirmed = post(owner, '/totp/confirm', { code });
      await expect.poll(() => listWaiting(database)).toHaveLength(1);
      const added = addPasskey(thief, registration);
      await expect.poll(() => listWaiting(database)).toHaveLength(2);
      return [confirmed, added];
    });
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await state(owner)).toMatchObject({ isOn: true, passkeys: [] });
  });
});

describe('[A8] a change', () => {
  it('needs the password and a second factor: neither alone, no wrong or used one; the session stays', async () => {
    const person = await signUpWithApp(accounts, 'proof@example.test');
    const code = codeNow(person);
    const used = proofBy(person.recoveryCodes[0]);
    const [fresh] = codesIn(await post(person.token, '/recovery-codes', used));
    expect((await post(person.token, '/passkeys/options', proofBy(code))).status).toBe(200);
    for (const path of ['/totp', '/totp/remove', '/off', '/recovery-codes', '/passkeys/options']) {
      for (const proof of [
        {},
        { password: PASSWORD },
        { code: fresh },
        { password: 'not the password', code: fresh },
        proofBy(code),
        used,
      ]) {
        const { status } = await post(person.token, path, proof);
        expect([path, proof, [422, 429].includes(status)]).toEqual([path, proof, true]);
      }
    }
    expect(await state(person.token)).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  });

  it('[A1] accepts ten wrong passwords in ten minutes and twenty wrong codes a day, then waits', async () => {
    const person = await signUpWithApp(accounts, 'guess@example.test');
    const guess = (proof: object) => post(person.token, '/off', proof);
    const wrong = codeNow(person) === '000000' ? '000001' : '000000';
    const codes = [];
    // One after the other: a right password counts as a try until it was found right.
    for (let tries = 0; tries < 24; tries += 1) codes.push(await guess(proofBy(wrong)));
    expect(codes.filter(({ status }) => status === 422)).toHaveLength(20);
    expect((await guess(proofNow(person))).status).toBe(429);
    const code = person.recoveryCodes[0];
    const guesses = Array.from({ length: 14 }, () => guess({ password: 'a wrong guess', code }));
    expect((await Promise.all(guesses)).filter(({ status }) => status === 422)).toHaveLength(10);
    expect((await guess(proofBy(code))).status).toBe(429);
    accounts.clock.advance(600_000);
    expect((await guess(proofBy(code))).status).toBe(200);
  });

  it('[A10] is not shut to its owner by codes for a set-up that nobody began', async () => {
    const person = await signUpWithApp(accounts, 'shut-out@example.test');
    // A thief who has the session but not the password can send these, and can't begin a set-up.
    for (let tries = 0; tries < 24; tries += 1) {
      expect((await post(person.token, '/totp/confirm', { code: '000000' })).status).toBe(409);
    }
    expect((await post(person.token, '/off', proofNow(person))).status).toBe(200);
  });

  it('[A7] is refused where the session ends after its proof, as by a reset of the password', async () => {
    const email = 'raced@example.test';
    const { token, recoveryCodes } = await signUpWithApp(accounts, email);
    const { database } = accounts;
    const paths = ['/totp', '/totp/remove', '/off', '/recovery-codes', '/passkeys/options'];
    const changes = await database.transaction(async (tx) => {
      const [person] = await tx.query<{ id: UserId }>(`select id from app_user where email = $1 for no key update`, [
        email,
      ]);
      // Each makes its proof, and waits for the account behind us.
      const asked = paths.map((path, index) => post(token, path, proofBy(recoveryCodes[index])));
      asked.push(accounts.call('PATCH', '/user/update', { first_name: 'Mallory' }, { token }));
      await expect.poll(() => listWaiting(database)).toHaveLength(asked.length);
      await revokeSessions(tx, person?.id ?? idFor<UserId>(''), accounts.clock.now());
      return asked;
    });
    const answers = await Promise.all(changes);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    const login = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    expect(login.body.data).not.toHaveProperty('token');
    const left = await database.query(
      `select first_name, (select count(*)::int from totp where user_id = u.id) as apps,
         (select count(*)::int from totp_enrolment where user_id = u.id) as begun
       from app_user u where email = $1`,
      [email],
    );
    expect(left).toEqual([{ first_name: 'Sample', apps: 1, begun: 0 }]);
  });

  it('removing the last factor turns two-factor off and ends the codes; turning it off twice is refused', async () => {
    const person = await signUpWithApp(accounts, 'remove@example.test');
    expect((await post(person.token, '/totp/remove', proofNow(person))).status).toBe(200);
    expect(await state(person.token)).toEqual({
      isOn: false,

      totpSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
    expect((await post(person.token, '/totp/remove', { password: PASSWORD })).status).toBe(404);
    expect((await post(person.token, '/off', { password: PASSWORD })).status).toBe(409);
    expect((await post(person.token, '/recovery-codes', { password: PASSWORD })).status).toBe(409);
    const login = await accounts.call('POST', '/auth/login', { email: 'remove@example.test', password: PASSWORD });
    expect(login.body.data).toHaveProperty('token');
  });

  it('new recovery codes end the old ones', async () => {
    const person = await signUpWithApp(accounts, 'renew@example.test');
    const fresh = codesIn(await post(person.token, '/recovery-codes', proofNow(person)));
    expect(new Set([...fresh, ...person.recoveryCodes]).size).toBe(20);
    expect((await post(person.token, '/off', proofBy(person.recoveryCodes[3]))).status).toBe(422);
    expect((await post(person.token, '/off', proofBy(fresh[3]))).status).toBe(200);
  });
});
