// Users see where they are signed in and end any of it at once; no user sees or ends another's session.
import { createTestAccounts, PASSWORD, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/identifiers.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

async function signIn(email: string, userAgent = PHONE, address = '198.51.100.7'): Promise<string> {
  const answer = await accounts.call(
    'POST',
    '/auth/login',
    { email, password: PASSWORD },
    {
      address,
      headers: { 'user-agent': userAgent },
    },
  );
  return String(answer.body.data?.['token']);
}

interface Listed {
  id: string;
  lastSeenAt: string;
  isCurrent: boolean;
}
const list = async (token: string): Promise<Listed[]> =>
  JSON.parse(JSON.stringify((await accounts.call('GET', '/user/sessions', undefined, { token })).body.data));
const statusOf = async (token: string) => (await accounts.call('GET', '/user', undefined, { token })).status;
const otherOf = async (token: string) => (await list(token)).find(({ isCurrent }) => !isCurrent);

describe('the list', () => {
  it('[C-10] has this device first, each as text with a masked address, and nothing of a token or of others', async () => {
    await accounts.signUp('someone-else@example.test');
    const token = await accounts.signUp('list@example.test');
    accounts.clock.advance(60_000);
    const phone = await signIn('list@example.test');
    const sessions = await list(token);
    expect(sessions).toEqual([
      expect.objectContaining({ isCurrent: true, address: '203.0.113.x' }),
      {
        id: expect.any(String),
        device: 'Chrome on Android',
        kind: 'phone',
        address: '198.51.100.x',
        createdAt: accounts.clock.now().toISOString(),
        lastSeenAt: accounts.clock.now().toISOString(),
        isCurrent: false,
      },
    ]);
    expect((await list(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    expect((await list(phone))[0]?.id).toBe(sessions[1]?.id);
  });

  it('tells when each was last seen, noted at most once a minute', async () => {
    const token = await accounts.signUp('seen@example.test');
    const phone = await signIn('seen@example.test');
    const start = accounts.clock.now().toISOString();
    accounts.clock.advance(59_999);
    await statusOf(phone);
    expect(await otherOf(token)).toMatchObject({ lastSeenAt: start });
    accounts.clock.advance(1);
    const minuteLater = accounts.clock.now().toISOString();
    await Promise.all([statusOf(phone), statusOf(phone), statusOf(phone)]);
    await expect.poll(() => otherOf(token)).toMatchObject({ lastSeenAt: minuteLater });
    accounts.clock.advance(59_999);
    await statusOf(phone);
    expect(await otherOf(token)).toMatchObject({ lastSeenAt: minuteLater });
    expect((await list(token))[0]?.lastSeenAt).toBe(accounts.clock.now().toISOString());
  });

  it('leaves out sessions that ended by logout or by age', async () => {
    const token = await accounts.signUp('ended@example.test');
    const phone = await signIn('ended@example.test');
    await accounts.call('POST', '/auth/logout', undefined, { token: phone });
    expect(await list(token)).toHaveLength(1);
    accounts.clock.advance(10 * 86_400_000);
    const fresh = await signIn('ended@example.test');
    expect(await list(fresh)).toHaveLength(2);
    // The first was not used for two weeks now.
    accounts.clock.advance(4 * 86_400_000);
    expect(await list(fresh)).toHaveLength(1);
  });
});

describe('signing out', () => {
  it('[A7] [C-10] of one device ends its token at once and no other', async () => {
    const token = await accounts.signUp('one-out@example.test');
    const [phone, tablet] = [await signIn('one-out@example.test'), await signIn('one-out@example.test')];
    const mine = (await list(phone)).find(({ isCurrent }) => isCurrent);
    const end = () => accounts.call('DELETE', `/user/sessions/${mine?.id}`, undefined, { token });
    expect((await end()).status).toBe(200);
    expect(await Promise.all([token, phone, tablet].map(statusOf))).toEqual([200, 401, 200]);
    expect(await end()).toMatchObject({ status: 404, body: { message: 'This device is signed out already.' } });
  });

  it('[A7] [C-10] everywhere else ends all tokens but the one in use', async () => {
    const token = await accounts.signUp('others-out@example.test');
    const others = [await signIn('others-out@example.test'), await signIn('others-out@example.test')];
    expect((await accounts.call('DELETE', '/user/sessions', undefined, { token })).status).toBe(200);
    expect(await Promise.all([token, ...others].map(statusOf))).toEqual([200, 401, 401]);
    expect(await list(token)).toHaveLength(1);
  });

  it('[C1] of another user’s device is refused, and changes nothing', async () => {
    const token = await accounts.signUp('victim@example.test');
    const stranger = await accounts.signUp('stranger@example.test');
    const [session] = await list(token);
    for (const id of [session?.id, newId(), 'x', "' or 1=1 --"]) {
      const path = `/user/sessions/${encodeURIComponent(String(id))}`;
      expect([id, (await accounts.call('DELETE', path, undefined, { token: stranger })).status]).toEqual([id, 404]);
    }
    await accounts.call('DELETE', '/user/sessions', undefined, { token: stranger });
    expect(await statusOf(token)).toBe(200);
  });
});
