// A key's work is done once however many calls carry it at the same moment, and each gets the same answer; failed work
// leaves nothing behind.
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { z } from 'zod';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ruleBroken } from './errors.ts';
import { doEachOnce, doOnce, forgetOldAnswers, repeatOf } from './idempotency.ts';
import { newId } from './identifiers.ts';

const answer = z.object({ z: z.string(), a: z.string() });
let sample: TestDatabase;
let call: { owner: string; operation: string; key: string; request: object; now: Date; onRepeat?: () => void };
beforeAll(async () => {
  sample = await createTestDatabase();
  await sample.database.query('create table done (key text, what text)');
});
afterAll(() => sample.drop());
beforeEach(() => {
  call = { owner: newId(), operation: 'try', key: newId(), request: { a: '1', b: ['2'] }, now: new Date() };
});

const attempt = (given: Partial<typeof call> = {}, what: string = newId()) =>
  sample.database.transaction((tx) =>
    doOnce(tx, { ...call, ...given }, answer, async () => {
      await tx.query('insert into done values ($1, $2)', [call.key, what]);
      if (what === 'refused') throw ruleBroken('Not like this.');
      return { z: what, a: '1.50' };
    }),
  );
const done = async () => (await sample.database.query('select 1 from done where key = $1', [call.key])).length;

test('twenty at the same moment and one later do it once, all get the same answer, and all but one are told that they repeat', async () => {
  let repeats = 0;
  const onRepeat = () => void (repeats += 1);
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt({ onRepeat })));
  answers.push(await attempt({ request: { b: ['2'], a: '1' }, onRepeat }));
  expect(repeats).toBe(20);
  expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(await done()).toBe(1);
});

test('another request with the key is refused with a message and does nothing', async () => {
  await attempt();
  await expect(attempt({ request: { a: '2', b: ['2'] } })).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/Nothing was done/),
  });
  expect(await done()).toBe(1);
});

test('what was refused is forgotten with its work: the key works for the mended request', async () => {
  await expect(attempt({}, 'refused')).rejects.toThrow('Not like this.');
  expect(await done()).toBe(0);
  expect(await attempt({ request: { a: 'mended' } }, 'x')).toEqual({ z: 'x', a: '1.50' });
});

test('a key is its owner’s and its operation’s alone, and without one each call is new', async () => {
  await attempt();
  await attempt({ owner: newId() });
  await attempt({ operation: 'other' });
  const without = { owner: call.owner, operation: 'try', key: undefined, request: {}, now: call.now };
  const run = () => sample.database.transaction((tx) => doOnce(tx, without, z.string(), async () => newId()));
  expect(await run()).not.toBe(await run());
  expect(await done()).toBe(3);
});

test('an answer is kept for two days, and then forgotten', async () => {
  await attempt();
  const after = (hours: number) => new Date(call.now.getTime() + hours * 3_600_000);
  await forgetOldAnswers(sample.database, after(47));
  await attempt();
  expect(await done()).toBe(1);
  await forgetOldAnswers(sample.database, after(49));
  await attempt();
  expect(await done()).toBe(2);
});

test('of calls that share a transaction each is answered alone: a new one, a repeat, one without a key, and one that fails, whose key works again', async () => {
  const first = await attempt({ key: 'known' });
  const keyed = (key?: string) => ({ ...call, key });
  const calls = [keyed('new'), keyed('known'), keyed(), keyed('failing')];
  const together = () =>
    sample.database.transaction((tx) =>
      doEachOnce(tx, calls, answer, async (fresh) =>
        fresh.map((place) =>
          place === 3
            ? { ok: false, error: ruleBroken('Not like this.') }
            : { ok: true, value: { z: `${place}`, a: '1' } },
        ),
      ),
    );
  const said = [
    { ok: true, value: { z: '0', a: '1' } },
    { ok: true, value: first },
    { ok: true, value: { z: '2', a: '1' } },
    { ok: false, error: { message: 'Not like this.' } },
  ];
  expect(await together()).toMatchObject(said);
  // The repeat of a repeat, with the failed key used again.
  expect(await together()).toMatchObject(said);
  expect(await attempt({ key: 'failing' }, 'mended')).toEqual({ z: 'mended', a: '1.50' });
  expect(calls.map(repeatOf)).toEqual([expect.any(String), expect.any(String), null, expect.any(String)]);
});
