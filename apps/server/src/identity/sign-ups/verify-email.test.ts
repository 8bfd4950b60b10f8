// Only the newest code proves an e-mail address, within ten minutes, once; no burst gets more than three tries.
import { TEXTS, type CodeId } from '@kobogate/contract';
import { createTestAccounts, otherCode, type TestAccounts } from '@kobogate/testkit/identity/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode } from '../accounts/secrets.ts';

let accounts: TestAccounts;
beforeAll(async () => {
  accounts = await createTestAccounts();
});
afterAll(() => accounts.close());

const verify = (email: string, otp: string, address = '203.0.113.9') =>
  accounts.call('POST', '/auth/verify', { email, otp }, { address });
const resend = (email: string, address = '203.0.113.9') =>
  accounts.call('POST', '/auth/resend-otp', { email }, { address });

const REFUSED = {
  status: 422,
  body: { message: 'This code is not right, or it is not valid any more. Please check it, or ask for a new code.' },
};

describe('a code', () => {
  it('[F-3] [F-4] signs in with the code from the mail, and the token works', async () => {
    const registered = await accounts.register('ada@example.test');
    expect(registered).toMatchObject({
      status: 201,
      body: { message: 'Account created. We sent a 4-digit code to your email.' },
    });
    const answer = await verify('Ada@Example.test', await accounts.codeFor('ada@example.test'));
    expect(answer).toMatchObject({ status: 200, body: { data: { isVerified: true, isAdmin: false } } });
    const token = String(answer.body.data?.['token']);
    const user = await accounts.call('GET', '/user', undefined, { token });
    expect(user).toMatchObject({ status: 200, body: { data: { email: 'ada@example.test', isVerified: true } } });
  });

  it('[A2] is refused a second time, for another account, and after a newer one', async () => {
    await accounts.register('two@example.test');
    await accounts.register('three@example.test');
    const first = await accounts.codeFor('two@example.test');
    expect(await verify('three@example.test', first)).toMatchObject(
      first === (await accounts.codeFor('three@example.test')) ? { status: 200 } : REFUSED,
    );
    expect((await resend('two@example.test')).body.message).toBe(TEXTS.codeSent);
    expect(await verify('two@example.test', first)).toMatchObject(REFUSED);
    const second = await accounts.codeFor('two@example.test');
    expect((await verify('two@example.test', second)).status).toBe(200);
    expect(await verify('two@example.test', second)).toMatchObject(REFUSED);
  });

  it('[A2] [G-5] is good until ten minutes after it was sent, and not after', async () => {
    await accounts.register('late@example.test');
    const late = await accounts.codeFor('late@example.test');
    accounts.clock.advance(10 * 60_000);
    expect(await verify('late@example.test', late)).toMatchObject(REFUSED);
    await resend('late@example.test');
    const fresh = await accounts.codeFor('late@example.test');
    accounts.clock.advance(10 * 60_000 - 1);
    expect((await verify('late@example.test', fresh)).status).toBe(200);
  });

  it('[A2] makes one session of many that use it at the same moment', async () => {
    await accounts.register('many@example.test');
    const code = await accounts.codeFor('many@example.test');
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify('many@example.test', code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not stored, logged or queued: only its hash is, and after a mail failure a fresh one is sent', async () => {
    accounts.post.isDown = true;
    await accounts.register('post@example.test');
    const [event] = await accounts.database.query<{ payload: object }>(`select payload from event`);
    expect(Object.keys(event?.payload ?? {})).toEqual(['codeId']);
    await accounts.worker.drain();
    const find = () =>
      accounts.database.query<{ id: CodeId; code_hash: Buffer }>(
        `select c.id, c.code_hash from one_time_code c join app_user u on u.id = c.user_id where u.email = 'post@example.test'`,
      );
    const [unsent] = await find();
    accounts.post.isDown = false;
    accounts.clock.advance(5000);
    const code = await accounts.codeFor('post@example.test');
    const rows = await find();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.code_hash.equals(hashCode(rows[0].id, code))).toBe(true);
    expect(rows[0]?.id).toBe(unsent?.id);
    expect((await verify('post@example.test', code)).status).toBe(200);
  });
});

describe('tries', () => {
  it('[A1] of a burst of thousands over many addresses and browsers, at most three are evaluated', async () => {
    await accounts.register('burst@example.test');
    const code = await accounts.codeFor('burst@example.test');
    const compared = async () => {
      const [row] = await accounts.database.query<{ tries: number }>(
        `select sum(c.tries)::int as tries from one_time_code c join app_user u on u.id = c.user_id
         where u.email = 'burst@example.test'`,
      );
      return row?.tries;
    };
    // In waves: more at once would wait for the database longer than a call may, and would not count as tries.
    for (let wave = 0; wave < 6; wave += 1) {
      const tries = Array.from({ length: 500 }, (_, index) => {
        const from = {
          address: `198.51.${wave * 5 + (index % 5)}.${index % 250}`,
          device: `browser-${wave}-${index}-0123456789`,
        };
        return accounts.call(
          'POST',
          '/auth/verify',
          { email: 'burst@example.test', otp: otherCode(code) },
          index % 2 === 0 ? from : { address: from.address },
        );
      });
      expect((await Promise.all(tries)).filter(({ status }) => status === 200)).toHaveLength(0);
    }
    expect(await compared()).toBe(2);
    // The last try is the owner's, and one wrong code uses that too.
    await verify('burst@example.test', otherCode(code));
    expect(await compared()).toBe(3);
    expect(await verify('burst@example.test', code)).toMatchObject(REFUSED);
    await verify('burst@example.test', code, '192.0.2.77');
    expect(await compared()).toBe(3);
  }, 120_000);

  it('[A1] of one place are not won back by newer codes, and at most five codes a day are sent', async () => {
    accounts.clock.advance(86_400_000);
    await accounts.register('guess@example.test');
    const answers = [];
    for (let index = 0; index < 6; index += 1) {
      const code = await accounts.codeFor('guess@example.test');
      for (let tried = 0; tried < 3; tried += 1) {
        expect(await verify('guess@example.test', otherCode(code))).toMatchObject(REFUSED);
      }
      expect(await verify('guess@example.test', code)).toMatchObject(REFUSED);
      answers.push(await resend('guess@example.test'));
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    const last = answers.at(-1);
    expect(last?.body.message).toBe('You have asked for too many codes. Please try again in 24 hours.');
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(80_000);
    await accounts.worker.drain();
    expect(accounts.mails.filter(({ to }) => to === 'guess@example.test')).toHaveLength(5);
  });
});

describe('what an answer reveals', () => {
  it('[A3] resend answers the same for an open, a verified and an unknown address, and mails only the open one', async () => {
    accounts.clock.advance(86_400_000);
    await accounts.register('open@example.test');
    await accounts.signUp('done@example.test');
    await accounts.worker.drain();
    const before = accounts.mails.length;
    const answers = [];
    for (const name of ['open', 'done', 'unknown']) answers.push(await resend(`${name}@example.test`));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
      new Set([JSON.stringify([200, { message: TEXTS.codeSent }])]),
    );
    await accounts.worker.drain();
    expect(accounts.mails.slice(before).map(({ to }) => to)).toEqual(['open@example.test']);
  });

  it('[A3] verify answers the same for a wrong code, a verified account and an unknown address', async () => {
    const wrong = otherCode(await accounts.codeFor('open@example.test'));
    for (const name of ['open', 'done', 'unknown']) {
      expect(await verify(`${name}@example.test`, wrong)).toMatchObject(REFUSED);
    }
  });

  it('[F-13] a code of another form is refused with a message', async () => {
    for (const otp of ['12', '12345', 'abcd', '１２３４']) {
      expect(await verify('open@example.test', otp)).toMatchObject({
        status: 422,
        body: { message: 'Please enter the 4-digit code from your e-mail.' },
      });
    }
    expect(await verify('open@example.test', '')).toMatchObject({
      status: 422,
      body: { message: TEXTS.fillRequired },
    });
    expect((await accounts.call('POST', '/auth/verify', { email: 'open@example.test' })).status).toBe(400);
  });
});
