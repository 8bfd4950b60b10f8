// A limit allows exactly its number of calls in any stretch of its window, over any number of callers at once.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { DependencyDown, Failure } from './errors.ts';
import {
  addressKey,
  forgetOldRateLimits,
  releaseRateLimit,
  type Limit,
  consumeRateLimit,
  consumeRateLimitsInOrder,
  tryRateLimit,
} from './throttle.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const START = new Date('2030-01-01T00:00:00Z').getTime();
const at = (seconds: number) => new Date(START + seconds * 1000);
const limit = (subject: string, most = 3): Limit => ({ thing: 'test', subject, most, windowSeconds: 60 });

/** Seconds to wait, or 0 where the calls were allowed. */
async function take(limits: Limit[], seconds: number): Promise<number | undefined> {
  try {
    await consumeRateLimit(test.database, limits, at(seconds));
    return 0;
  } catch (error) {
    if (error instanceof Failure && error.status === 429) return error.retryAfterSeconds;
    throw error;
  }
}

describe('turns', () => {
  it('[A6] of a burst are exactly as many as there are', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => take([limit('burst', 7)], 0)));
    expect(answers.filter((wait) => wait === 0)).toHaveLength(7);
  });

  it('come back one by one, and the wait is told to the second', async () => {
    expect([await take([limit('roll')], 0), await take([limit('roll')], 10), await take([limit('roll')], 30)]).toEqual([
      0, 0, 0,
    ]);
    expect(await take([limit('roll')], 40)).toBe(20);
    expect(await take([limit('roll')], 60)).toBe(0);
    expect(await take([limit('roll')], 69)).toBe(1);
    expect(await take([limit('roll')], 70)).toBe(0);
  });

  it('of several limits are taken together, in either order, without waiting for each other', async () => {
    const [one, other] = [limit('one', 30), limit('other', 30)];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => take(index % 2 === 0 ? [one, other] : [other, one], 0)),
    );
    expect(answers.filter((wait) => wait === 0)).toHaveLength(30);
  });

  it('are refused by the one limit that has none left', async () => {
    await take([limit('narrow', 1)], 0);
    expect(await take([limit('wide', 9), limit('narrow', 1)], 5)).toBe(55);
  });

  it('taken in order leave those behind the one that refuses as they were', async () => {
    const [own, shared] = [limit('own', 1), limit('shared', 2)];
    const inOrder = () => consumeRateLimitsInOrder(test.database, [own, shared], at(0));
    await inOrder();
    for (let i = 0; i < 3; i += 1) await expect(inOrder()).rejects.toMatchObject({ status: 429 });
    expect([await take([shared], 1), await take([shared], 1)]).toEqual([0, 59]);
  });

  it('taken in order write nothing for a caller that a later limit refuses', async () => {
    const spent = limit('all together', 1);
    await take([spent], 0);
    for (const name of ['one name', 'other name']) {
      const refused = consumeRateLimitsInOrder(test.database, [limit(name), spent], at(1));
      await expect(refused).rejects.toMatchObject({ status: 429, retryAfterSeconds: 59 });
      expect(await take([limit(name, 1)], 1)).toBe(0);
    }
  });

  it('of one moment are counted together: each limit allows exactly what it has, to those who came first', async () => {
    const shared = limit('crowd', 5);
    const own = (name: number) => limit(`caller ${name}`, 2);
    let commits = 0;
    const database: Database = {
      ...test.database,
      transaction: (work) => {
        commits += 1;
        return test.database.transaction(work);
      },
    };
    const call = (name: number) =>
      consumeRateLimitsInOrder(database, [own(name), shared], at(0)).then(
        () => 'allowed',
        () => 'refused',
      );
    // The first caller's third call is refused by their own limit, and uses up none of the shared one.
    const answers = await Promise.all([1, 1, 1, 2, 3, 4, 5, 5].map(call));
    expect(answers.join(' ')).toBe('allowed allowed refused allowed allowed allowed refused refused');
    expect(commits).toBe(1);
    expect([await take([own(4)], 1), await take([own(4)], 1)]).toEqual([0, 59]);
    expect(await take([own(5)], 1)).toBe(0);
  });

  it('of one moment in several processes are exactly as many as there are, and a refused one counts nowhere', async () => {
    const shared = limit('everywhere', 7);
    const processes = Array.from({ length: 6 }, () => ({ ...test.database }));
    const calls = processes.flatMap((database, place) =>
      Array.from({ length: 5 }, (_, call) => {
        const own = limit(`process ${place} call ${call}`, 1);
        return consumeRateLimitsInOrder(database, [own, shared], at(0)).then(
          () => ({ own, isAllowed: true }),
          () => ({ own, isAllowed: false }),
        );
      }),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(7);
    for (const { own, isAllowed } of answers) expect(await take([own], 1)).toBe(isAllowed ? 59 : 0);
  });

  it('of one moment are counted together also where another process used up a limit after it was read', async () => {
    const shared = limit('used up elsewhere', 2);
    let commits = 0;
    const database: Database = {
      ...test.database,
      transaction: async (work) => {
        commits += 1;
        if (commits === 1) await consumeRateLimitsInOrder({ ...test.database }, [shared], at(0));
        return test.database.transaction(work);
      },
    };
    const call = (name: string, limits: readonly Limit[]) =>
      consumeRateLimitsInOrder(database, [limit(`${name} alone`, 1), ...limits], at(0)).then(
        () => 'allowed',
        () => 'refused',
      );
    const others = Array.from({ length: 20 }, (_, place) => call(`passer-by ${place}`, []));
    const answers = await Promise.all([call('first', [shared]), call('second', [shared]), ...others]);
    expect(answers).toEqual(['allowed', 'refused', ...others.map(() => 'allowed')]);
    expect(commits).toBe(2);
  });

  it('that another transaction keeps are waited for by their own callers alone', async () => {
    const [kept, other] = [limit('kept', 5), limit('kept by none', 5)];
    await take([kept], 0);
    const answers = await test.database.transaction(async (tx) => {
      await tx.query(`select 1 from throttle where key like 'test:%' and most = 5 for update`);
      const call = (limits: readonly Limit[]) =>
        consumeRateLimitsInOrder(test.database, limits, at(1)).then(
          () => 'allowed',
          (error: unknown) => (error instanceof DependencyDown ? 'later' : 'refused'),
        );
      return Promise.all([call([other]), call([kept]), call([other, kept]), call([other])]);
    });
    expect(answers).toEqual(['allowed', 'later', 'later', 'allowed']);
    // Of the five of each, one and two are used.
    for (let left = 4; left > 0; left -= 1) expect(await take([kept], 2)).toBe(0);
    for (let left = 3; left > 0; left -= 1) expect(await take([other], 2)).toBe(0);
    expect([await take([kept], 3), await take([other], 3)]).toEqual([57, 58]);
  });

  it('that are tried are taken, and no caller is refused where none are left', async () => {
    const tried = () => tryRateLimit(test.database, [limit('tried', 1)], at(0));
    expect([await tried(), await tried()]).toEqual([true, false]);
  });

  it('can be given back', async () => {
    await take([limit('back', 1)], 0);
    await releaseRateLimit(test.database, limit('back', 1));
    await releaseRateLimit(test.database, limit('back', 1));
    expect(await take([limit('back', 1)], 1)).toBe(0);
    expect(await take([limit('back', 1)], 2)).toBe(59);
  });

  it('are forgotten when they say nothing any more, and name no subject in the clear', async () => {
    await take([limit('a@example.test')], 1000);
    await forgetOldRateLimits(test.database, at(1000));
    const rows = await test.database.query<{ key: string }>(`select key from throttle`);
    expect(rows).toEqual([{ key: expect.stringMatching(/^test:[0-9a-f]{64}$/) }]);
  });
});

describe('an address', () => {
  it('is counted by what one subscriber holds', () => {
    expect(addressKey('203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:0DB8:1:2::9%eth0')).toBe('2001:db8:1:2::/64');
    expect(addressKey('2001:db8::9')).toBe('2001:db8:0:0::/64');
    expect(addressKey('::1')).toBe('0:0:0:0::/64');
    // Some proxies write the port too: another connection is not another caller.
    expect(addressKey('203.0.113.9:51234')).toBe('203.0.113.9');
    expect(addressKey('[2001:db8:1:2::9]:51234')).toBe('2001:db8:1:2::/64');
    expect(addressKey('[2001:db8:1:2::9]')).toBe('2001:db8:1:2::/64');
  });
});
