// Each change that commits after a stream was opened is told exactly once, however transactions and looks overlap: also
// one that commits long after it was made, while others began and ended.
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Change, createFollower } from './change-feed.ts';

/** A database of one table: what a look reads of it depends on which transactions have committed, as in PostgreSQL. */
function createModel() {
  let now = 1_000_000;
  let next = 1n;
  let completed = 0n;
  const open = new Map<bigint, Change[]>();
  const visible: Change[] = [];
  let made = 0;
  return {
    pass: (milliseconds: number) => void (now += milliseconds),
    /** A transaction gets its number with its first write. */
    begin(): bigint {
      open.set(next, []);
      next += 1n;
      return next - 1n;
    },
    write(transaction: bigint): void {
      made += 1;
      const change = { userId: idFor<Change['userId'] & string>('owner'), event: 'order', id: String(made) };
      open.get(transaction)?.push({ ...change, version: now * 1000 });
    },
    commit(transaction: bigint): readonly Change[] {
      const changes = open.get(transaction) ?? [];
      visible.push(...changes);
      open.delete(transaction);
      if (transaction > completed) completed = transaction;
      return changes;
    },
    /** The numbers of the open transactions, oldest first. */
    open: () => [...open.keys()],
    now: () => new Date(now),
    /** The oldest one as `pg_current_snapshot()` has it: an open transaction above all that have ended is not in it. */
    read: async (since: Date) => ({
      changes: visible.filter(({ version }) => version > since.getTime() * 1000),
      at: new Date(now),
      oldestOpen: [...open.keys()].find((transaction) => transaction <= completed) ?? completed + 1n,
      next,
    }),
    readNext: async () => next,
  };
}

type Step = { readonly does: 'begin' | 'write' | 'commit' | 'look'; readonly which: number; readonly after: number };
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    does: fc.constantFrom('begin', 'write', 'commit', 'look'),
    which: fc.nat(5),
    after: fc.oneof(fc.nat(20), fc.nat(3_000)),
  }),
  { maxLength: 60 },
);

test('each change that commits after the first look is told once, and none from before', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const model = createModel();
      const due: string[] = [];
      const run = async (step: Step): Promise<void> => {
        model.pass(step.after);
        const [transaction] = model.open().slice(step.which % Math.max(model.open().length, 1));
        if (step.does === 'begin') model.write(model.begin());
        else if (step.does === 'look') told.push(...(await follower.look()).map(({ id }) => id));
        else if (transaction === undefined) return;
        else if (step.does === 'write') model.write(transaction);
        else due.push(...model.commit(transaction).map(({ id }) => id));
      };
      const told: string[] = [];
      const follower = createFollower({ readChanges: model.read, readNext: model.readNext });
      const began = model.now();
      for (const step of before) if (step.does !== 'look') await run(step);
      due.length = 0;
      await follower.begin(began);
      for (const step of after) await run(step);
      await run({ does: 'look', which: 0, after: 0 });
      // No transaction of the product stays open for a minute.
      fc.pre(model.now().getTime() - began.getTime() < 60_000);
      expect(told.toSorted()).toEqual(due.toSorted());
    }),
    { numRuns: 500 },
  );
});

test('a look that failed loses nothing, and a clock that went back by some seconds with the database does not either', async () => {
  const model = createModel();
  let fails = false;
  const orFail = <Read>(read: () => Promise<Read>): Promise<Read> =>
    fails ? Promise.reject(new Error('gone')) : read();
  const follower = createFollower({
    readChanges: (since) => orFail(() => model.read(since)),
    readNext: () => orFail(model.readNext),
  });
  await follower.begin(model.now());
  model.pass(5_000);
  await follower.look();
  fails = true;
  await expect(follower.look()).rejects.toThrow('gone');
  await expect(follower.look()).rejects.toThrow('gone');
  model.pass(-4_000);
  const transaction = model.begin();
  model.write(transaction);
  model.commit(transaction);
  model.pass(4_000);
  fails = false;
  expect(await follower.look()).toHaveLength(1);
  expect(await follower.look()).toHaveLength(0);
});

test('the window of a look is short again once a long transaction has ended', async () => {
  const model = createModel();
  const from: number[] = [];
  const readChanges = (since: Date) => {
    from.push(model.now().getTime() - since.getTime());
    return model.read(since);
  };
  const follower = createFollower({ readChanges, readNext: model.readNext });
  await follower.begin(model.now());
  model.pass(1_000);
  const long = model.begin();
  for (let looks = 0; looks < 5; looks += 1) {
    model.pass(1_000);
    await follower.look();
  }
  expect(from.at(-1)).toBe(6_500);
  model.commit(long);
  await follower.look();
  model.pass(1_000);
  model.commit(model.begin());
  await follower.look();
  expect(from.at(-1)).toBe(1_500);
});

test('where nothing was written since a look in which nothing was open, changes are not read; after a while they are anyway', async () => {
  const model = createModel();
  let looks = 0;
  const readChanges = (since: Date) => {
    looks += 1;
    return model.read(since);
  };
  let now = 0;
  const follower = createFollower({ readChanges, readNext: model.readNext, now: () => now });
  await follower.begin(model.now());
  for (let polls = 0; polls < 5; polls += 1) await follower.look();
  expect(looks).toBe(1);
  const transaction = model.begin();
  model.write(transaction);
  for (let polls = 0; polls < 3; polls += 1) await follower.look();
  expect(looks).toBe(4);
  model.commit(transaction);
  expect(await follower.look()).toHaveLength(1);
  await follower.look();
  expect(looks).toBe(5);
  now += 10_000;
  await follower.look();
  expect(looks).toBe(6);
});
