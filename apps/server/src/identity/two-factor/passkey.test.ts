// Only a fresh signature of a passkey's own key for this site opens the second step.
import { endpoints, type PasskeyAssertion } from '@kobogate/contract';
import { PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import {
  codesIn,
  createAuthenticator,
  createTestTwoFactor,
  openStep,
  stateOf,
} from '@kobogate/testkit/identity/two-factor.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

type Authenticator = ReturnType<typeof createAuthenticator>;

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestTwoFactor();
});
afterAll(() => accounts.close());

let email: string;
let token: string;
let people = 0;
beforeEach(async () => {
  people += 1;
  email = `passkey${people}@example.test`;
  token = await accounts.signUp(email);
});

const post = (path: string, body: object) => accounts.call('POST', path, body, { token });
/** The owner's proof: with an existing passkey, its signature too. */
const proof = async (key?: Authenticator) => {
  if (key === undefined) return { password: PASSWORD };
  const { body } = await post('/two-factor/passkeys/proof', {});
  return { password: PASSWORD, assertion: key.sign(endpoints.twoFactor.passkeyProof.answer.parse(body).data) };
};
const options = async (existing?: Authenticator) => {
  const { body } = await post('/two-factor/passkeys/options', await proof(existing));
  return endpoints.twoFactor.passkeyOptions.answer.parse(body).data;
};
const add = async (
  authenticator: Authenticator,
  { name = 'Sample key', existing }: { name?: string; existing?: Authenticator } = {},
) => post('/two-factor/passkeys', { name, registration: authenticator.register(await options(existing)) });
const state = () => stateOf(accounts, token);
const login = (address = email) => openStep(accounts, address);
const ask = async (challenge: string) => {
  const { body } = await accounts.call('POST', '/auth/second-factor/passkey', { challenge });
  return endpoints.twoFactor.secondStepPasskey.answer.parse(body).data;
};
const finish = (challenge: string, assertion: PasskeyAssertion) =>
  accounts.call('POST', '/auth/second-factor', { challenge, method: 'passkey', assertion });

describe('a passkey', () => {
  it('[C-10] is added, turns two-factor on with recovery codes, and signs in', async () => {
    const key = createAuthenticator();
    const added = await add(key);
    expect(added.status).toBe(201);
    expect(codesIn(added)).toHaveLength(10);
    expect(await state()).toMatchObject({
      isOn: true,
      totpSince: null,
      passkeys: [{ name: 'Sample key', lastUsedAt: null }],
    });
    const { challenge, methods } = await login();
    expect(methods).toEqual(['passkey', 'recovery']);
    const done = await finish(challenge, key.sign(await ask(challenge)));
    expect([done.status, done.body.message]).toEqual([200, 'Login successful']);
    expect(await state()).toMatchObject({ passkeys: [{ lastUsedAt: accounts.clock.now().toISOString() }] });
    await accounts.worker.drain();
    expect(accounts.mails.findLast(({ to }) => to === email)?.subject).toMatch(/^Two-factor is on/);
  });

  it('a second one brings no new codes; the same one twice is refused', async () => {
    const [one, other] = [createAuthenticator(), createAuthenticator({ counts: false })];
    await add(one);
    const second = await add(other, { name: '', existing: one });
    expect(second.body.data).toEqual({ recoveryCodes: null });
    expect(await state()).toMatchObject({ passkeys: [{ name: 'Sample key' }, { name: 'Passkey' }] });
    expect((await add(one, { existing: one })).status).toBe(409);
    for (let use = 0; use < 2; use += 1) {
      const { challenge } = await login();
      expect((await finish(challenge, other.sign(await ask(challenge)))).status).toBe(200);
    }
  });

  it('that was made for another site, or another challenge, is not added', async () => {
    const elsewhere = createAuthenticator({ origin: 'https://evil.test' });
    expect((await add(elsewhere)).status).toBe(422);
    const key = createAuthenticator();
    const first: object = key.register(await options());
    await options();
    expect((await post('/two-factor/passkeys', { name: 'x', registration: first })).status).toBe(422);
    expect((await post('/two-factor/passkeys', { name: 'x', registration: first })).status).toBe(409);
    const late: object = key.register(await options());
    accounts.clock.advance(300_000);
    expect((await post('/two-factor/passkeys', { name: 'x', registration: late })).status).toBe(409);
    expect(await state()).toMatchObject({ isOn: false });
  });

  it('is renamed and removed by its owner alone', async () => {
    const key = createAuthenticator();
    await add(key);
    const id = (await state()).passkeys[0]?.id ?? '';
    const stranger = await accounts.signUp(`stranger${people}@example.test`);
    const asStranger = { token: stranger };
    expect((await accounts.call('PATCH', `/two-factor/passkeys/${id}`, { name: 'x' }, asStranger)).status).toBe(404);
    expect(
      (await accounts.call('POST', `/two-factor/passkeys/${id}/remove`, { password: PASSWORD }, asStranger)).status,
    ).toBe(404);
    expect((await accounts.call('PATCH', '/two-factor/passkeys/x', { name: 'x' }, { token })).status).toBe(404);
    expect((await accounts.call('PATCH', `/two-factor/passkeys/${id}`, { name: ' ' }, { token })).status).toBe(422);
    expect((await accounts.call('PATCH', `/two-factor/passkeys/${id}`, { name: 'Blue key' }, { token })).status).toBe(
      200,
    );
    expect(await state()).toMatchObject({ passkeys: [{ name: 'Blue key' }] });
    expect((await post(`/two-factor/passkeys/${id}/remove`, { password: 'not the password' })).status).toBe(422);
    expect((await post(`/two-factor/passkeys/${id}/remove`, { password: PASSWORD })).status).toBe(422);
    expect((await post(`/two-factor/passkeys/${id}/remove`, await proof(key))).status).toBe(200);
    expect(await state()).toEqual({
      isOn: false,

      totpSince: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    });
  });
});

describe('an invalid signature signs no user in', () => {
  const tampered: [string, (assertion: PasskeyAssertion) => PasskeyAssertion][] = [
    ['another signature', (a) => changed(a, 'signature', (bytes) => bytes.fill(1, 10, 12))],
    ['another counter', (a) => changed(a, 'authenticatorData', (bytes) => bytes.writeUInt32BE(999, 33))],
    ['another site in what was signed', (a) => changed(a, 'authenticatorData', (bytes) => bytes.fill(7, 0, 32))],
    ['user presence missing', (a) => changed(a, 'authenticatorData', (bytes) => bytes.fill(0, 32, 33))],
    ['no bytes at all', (a) => ({ ...a, response: { clientDataJSON: '', authenticatorData: '', signature: '' } })],
    ['another key’s id', (a) => ({ ...a, id: 'AAAA', rawId: 'AAAA' })],
  ];
  it.each(tampered)('%s', async (_what, tamper) => {
    const key = createAuthenticator();
    await add(key);
    const { challenge } = await login();
    const signature = key.sign(await ask(challenge));
    expect((await finish(challenge, tamper(signature))).status).toBe(422);
    // A passkey is asked to sign a challenge only once.
    expect((await finish(challenge, signature)).status).toBe(422);
    expect((await finish(challenge, key.sign(await ask(challenge)))).status).toBe(200);
  });

  it('[A2] one that was made for another sign-in, or is sent twice', async () => {
    const key = createAuthenticator();
    await add(key);
    const [one, other] = [await login(), await login()];
    const signature = key.sign(await ask(one.challenge));
    await ask(other.challenge);
    expect((await finish(other.challenge, signature)).status).toBe(422);
    const answers = await Promise.all([finish(one.challenge, signature), finish(one.challenge, signature)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect((await finish(other.challenge, signature)).status).toBe(422);
  });

  it('one that was made on the page of another site', async () => {
    const key = createAuthenticator();
    await add(key);
    const { challenge } = await login();
    expect((await finish(challenge, key.sign(await ask(challenge), 'https://evil.test'))).status).toBe(422);
  });

  it('another user’s passkey, and a copy of the key whose counter is behind', async () => {
    const key = createAuthenticator();
    await add(key);
    const first = await login();
    key.setCounter(10);
    expect((await finish(first.challenge, key.sign(await ask(first.challenge)))).status).toBe(200);
    const second = await login();
    key.setCounter(5);
    expect((await finish(second.challenge, key.sign(await ask(second.challenge)))).status).toBe(422);

    const owner = email;
    email = `thief${people}@example.test`;
    token = await accounts.signUp(email);
    const thiefs = createAuthenticator();
    await add(thiefs);
    const { challenge } = await login(owner);
    expect((await finish(challenge, thiefs.sign(await ask(challenge)))).status).toBe(422);
  });
});

function changed(
  assertion: PasskeyAssertion,
  part: keyof PasskeyAssertion['response'],
  change: (bytes: Buffer) => unknown,
): PasskeyAssertion {
  const bytes = Buffer.from(assertion.response[part], 'base64url');
  change(bytes);
  return { ...assertion, response: { ...assertion.response, [part]: bytes.toString('base64url') } };
}
