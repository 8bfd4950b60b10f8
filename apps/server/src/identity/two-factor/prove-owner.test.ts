// Changing the payout account or the password needs the password and, with two-factor on, a second factor as well:
// neither alone is enough, and each proof is valid once.
import { randomBytes } from 'node:crypto';
import { endpoints, type UserId } from '@kobogate/contract';
import { createTestAccounts, ORIGIN, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { SESSION_ENDS } from '@kobogate/testkit/identity/sessions.ts';
import { appCode, createAuthenticator, signUpWithApp } from '@kobogate/testkit/identity/two-factor.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../platform/route.ts';
import { createSecretBox } from '../../platform/secret-box.ts';
import { hashToken } from '../accounts/secrets.ts';
import { createAdmission, createFactorCheck } from './admit.ts';
import { openSecondStep } from './finish-second-step.ts';
import { createFullProof, createSecondFactorProof } from './prove-owner.ts';
import { twoFactorRoutes } from './routes.ts';

let accounts: TestAccounts;
let prove: ReturnType<typeof createFullProof>;
beforeAll(async () => {
  accounts = await createTestAccounts((dependencies) => {
    const twoFactor = {
      ...dependencies,
      publicOrigin: ORIGIN,
      secretBox: createSecretBox(randomBytes(32)),
      adminSecondFactor: 'optional' as const,
    };
    prove = createFullProof(twoFactor);
    return {
      openSecondStep,
      proveSecondFactor: createSecondFactorProof(twoFactor),
      lacksFactor: createFactorCheck(twoFactor),
      admit: createAdmission(twoFactor),
      routes: twoFactorRoutes(twoFactor),
    };
  });
});
afterAll(() => accounts.close());

async function callerOf(token: string, email: string): Promise<Caller> {
  const [row] = await accounts.database.query<{ id: UserId }>(`select id from app_user where email = $1`, [email]);
  return { userId: row?.id ?? idFor<UserId>(''), role: null, tokenHash: hashToken(token), provedAt: null };
}

it('[A8] needs only the password where two-factor is off', async () => {
  const caller = await callerOf(await accounts.signUp('plain@example.test'), 'plain@example.test');
  await expect(prove(caller, { password: '', code: '' })).rejects.toMatchObject({ status: 422 });
  await expect(prove(caller, { password: 'wrong', code: '' })).rejects.toMatchObject({ status: 422 });
  await prove(caller, { password: PASSWORD, code: '' });
});

it.each(SESSION_ENDS)('[A7] its lock is refused where %s after it', async (what, end) => {
  const email = `${what.replaceAll(' ', '-')}@example.test`;
  const caller = await callerOf(await accounts.signUp(email), email);
  const lockOwner = await prove(caller, { password: PASSWORD, code: '' });
  await expect(accounts.database.transaction(lockOwner)).resolves.toMatchObject({ email });
  await accounts.database.transaction((tx) => end(tx, caller.userId));
  await expect(accounts.database.transaction(lockOwner)).rejects.toMatchObject({ status: 401 });
});

it('[A8] needs both where it is on; neither alone, no wrong code, and no code twice', async () => {
  const { token, secret, recoveryCodes } = await signUpWithApp(accounts, 'app@example.test');
  const caller = await callerOf(token, 'app@example.test');
  const code = appCode(secret, accounts.clock.now());
  const wrong = code === '000000' ? '000001' : '000000';
  for (const proof of [
    { password: PASSWORD, code: '' },
    { password: '', code },
    { password: 'wrong', code },
    { password: PASSWORD, code: wrong },
  ]) {
    await expect(prove(caller, proof)).rejects.toMatchObject({ status: 422 });
  }
  await prove(caller, { password: PASSWORD, code });
  await expect(prove(caller, { password: PASSWORD, code })).rejects.toMatchObject({ status: 422 });
  await prove(caller, { password: PASSWORD, code: recoveryCodes[0] ?? '' });
});

/** A user whose only second factor is a passkey, and their browser's actions. */
async function signUpWithPasskey(email: string) {
  const token = await accounts.signUp(email);
  const key = createAuthenticator();
  const post = (path: string, body: object = {}) => accounts.call('POST', path, body, { token });
  const begun = await post('/two-factor/passkeys/options', { password: PASSWORD });
  const options = endpoints.twoFactor.passkeyOptions.answer.parse(begun.body).data;
  await post('/two-factor/passkeys', { name: 'Sample key', registration: key.register(options) });
  const ask = async () => {
    const { body } = await post('/two-factor/passkeys/proof');
    return endpoints.twoFactor.passkeyProof.answer.parse(body).data;
  };
  return { token, key, post, ask, caller: await callerOf(token, email) };
}

it('[A8] accepts a passkey as the second factor, each signature once, for five minutes and for nothing else', async () => {
  const { key, ask, caller } = await signUpWithPasskey('key@example.test');
  const both = async (assertion: ReturnType<typeof key.sign>) =>
    prove(caller, { password: PASSWORD, code: '', assertion });
  const signature = key.sign(await ask());
  await both(signature);
  await expect(both(signature)).rejects.toMatchObject({ status: 422 });
  await expect(both(key.sign(await ask(), 'https://evil.test'))).rejects.toMatchObject({ status: 422 });
  const late = key.sign(await ask());
  accounts.clock.advance(300_000);
  await expect(both(late)).rejects.toMatchObject({ status: 422 });
  const stranger = createAuthenticator();
  await expect(both(stranger.sign(await ask()))).rejects.toMatchObject({ status: 422 });
  await expect(prove(caller, { password: PASSWORD, code: '' })).rejects.toMatchObject({
    message: 'Please enter a code of your app or a recovery code, or use your passkey.',
  });
});

it('[A8] a challenge for a proof creates no new key', async () => {
  const { post, ask } = await signUpWithPasskey('thief@example.test');
  const { challenge, rpId } = await ask();
  const registration = createAuthenticator().register({ challenge, rp: { id: rpId } });
  expect((await post('/two-factor/passkeys', { name: 'Mine', registration })).status).toBe(409);
});

it('[A8] [C-10] a new password needs a second factor too, of any kind that the account has', async () => {
  const change = (token: string, body: object) =>
    accounts.call(
      'PUT',
      '/user/password',
      { currentPassword: PASSWORD, newPassword: 'a brand new phrase', ...body },
      {
        token,
      },
    );
  const app = await signUpWithApp(accounts, 'app-password@example.test');
  expect((await change(app.token, {})).status).toBe(422);
  expect((await change(app.token, { code: 'not a code' })).status).toBe(422);
  const wrongPassword = { currentPassword: 'not the password', code: app.recoveryCodes[0] };
  expect((await change(app.token, wrongPassword)).status).toBe(422);
  // The wrong password has used no code.
  expect((await change(app.token, { code: app.recoveryCodes[0] })).status).toBe(200);
  const { token, key, ask } = await signUpWithPasskey('key-password@example.test');
  expect((await change(token, {})).status).toBe(422);
  expect((await change(token, { assertion: key.sign(await ask()) })).status).toBe(200);
});
