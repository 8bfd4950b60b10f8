// The ledger stays balanced under any sequence of simultaneous postings, and a refused one leaves no trace.
import type { UserId } from '@kobogate/contract';
import { balancesIn, postIn, transfer, USDT } from '@kobogate/testkit/ledger/postings.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { type Database, openDatabase } from '../platform/database.ts';
import { newId } from '../platform/identifiers.ts';
import { balance } from './db.ts';
import { verify } from './verify.ts';
import { customer, custody, exchange, held, payable, spreadIncome } from './chart.ts';
import type { AccountRef } from './chart.ts';
import { post } from './post.ts';
import { SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(others.map((database) => database.close()));
  await db.drop();
});

/** This process, and others that post into the same books: what one knows of an account, the others don't. */
const others: Database[] = [];
async function processes(count: number): Promise<Database[]> {
  while (others.length < count - 1) {
    others.push(await openDatabase({ url: db.url, maxConnections: 4, log: silentLog }));
  }
  return [db.database, ...others.slice(0, count - 1)];
}

const postOne = (transaction: NewTransaction, database = db.database) => postIn(database, transaction);
const balancesOf = (refs: AccountRef[]) => balancesIn(db.database, refs);

async function requireSound(): Promise<void> {
  expect(await verify(db.database)).toMatchObject({ ok: true, differences: [] });
}

test('[L1] a posting moves money once: a repeat says so, other content under the same source throws', async () => {
  const user = newId<UserId>();
  const first = transfer(custody(USDT), customer(user, USDT), 500n);
  expect(await postOne(first)).toEqual({ ok: true, outcome: 'posted' });
  expect(await postOne(first)).toEqual({ ok: true, outcome: 'already-posted' });
  const [line] = first.transfers;
  await expect(
    postOne({ ...first, transfers: [{ debit: custody(USDT), credit: customer(user, USDT), amount: 501n }] }),
  ).rejects.toThrow(SourceUsed);
  await expect(postOne({ ...first, transfers: line === undefined ? [] : [line, line] })).rejects.toThrow(SourceUsed);
  expect(await balance(db.database, customer(user, USDT))).toBe(500n);
  await requireSound();
});

test('[L1] a refused transaction changes nothing, and the others of its batch go on', async () => {
  const user = newId<UserId>();
  await postOne(transfer(custody(USDT), customer(user, USDT), 100n));
  const spend = (amount: bigint): NewTransaction => transfer(customer(user, USDT), held(user, USDT), amount);
  const outcomes = await db.database.transaction((tx) => post(tx, [spend(60n), spend(60n), spend(40n)]));
  expect(outcomes).toEqual([
    { ok: true, outcome: 'posted' },
    { ok: false, reason: 'insufficient-funds', account: customer(user, USDT).code },
    { ok: true, outcome: 'posted' },
  ]);
  expect(await balancesOf([customer(user, USDT), held(user, USDT)])).toEqual([0n, 100n]);
  await requireSound();
});

test('[M2] a conversion with its spread is one transaction whose parts sum to the whole', async () => {
  const user = newId<UserId>();
  await postOne(transfer(custody(USDT), held(user, USDT), 1_000n));
  const conversion = {
    source: 'test-conversion',
    sourceId: newId(),
    description: 'conversion',
    transfers: [
      { debit: held(user, USDT), credit: exchange(USDT), amount: 1_000n },
      { debit: exchange('NGN'), credit: payable(user), amount: 158_400n },
      { debit: exchange('NGN'), credit: spreadIncome(), amount: 1_600n },
    ],
  };
  expect(await postOne(conversion)).toEqual({ ok: true, outcome: 'posted' });
  expect(await balance(db.database, payable(user))).toBe(158_400n);
  const entries = await db.database.query(
    `select source, credit_account = a.id as "isIn", amount, case a.id when credit_account then credit_balance else debit_balance end as after
     from ledger_account a join ledger_transfer t on a.id in (debit_account, credit_account) where a.code = $1 order by batch_id, position`,
    [held(user, USDT).code],
  );
  expect(entries).toMatchObject([
    { isIn: true, amount: '1000', after: '1000' },
    { source: 'test-conversion', isIn: false, amount: '1000', after: '0' },
  ]);
  await requireSound();
});

test.each([1, 4])(
  '[L2] of forty parallel spends exactly the affordable ones succeed, by %i process(es)',
  async (count) => {
    const user = newId<UserId>();
    await postOne(transfer(custody(USDT), customer(user, USDT), 130n));
    const databases = await processes(count);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        postOne(transfer(customer(user, USDT), held(user, USDT), 10n), databases[index % count]),
      ),
    );
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(13);
    expect(await balancesOf([customer(user, USDT), held(user, USDT)])).toEqual([0n, 130n]);
    await requireSound();
  },
);

test('[L2] one transaction posted many times at once, by several processes, is posted once', async () => {
  const user = newId<UserId>();
  const databases = await processes(4);
  await postOne(transfer(custody(USDT), customer(user, USDT), 1n));
  const same = transfer(custody(USDT), customer(user, USDT), 10n);
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => postOne(same, databases[index % 4])));
  expect(outcomes.filter((outcome) => outcome?.ok && outcome.outcome === 'posted')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome?.ok && outcome.outcome === 'already-posted')).toHaveLength(19);
  expect(await balance(db.database, customer(user, USDT))).toBe(11n);
});

test('[L2] two processes that know the same accounts never act on a state that is no longer true', async () => {
  const user = newId<UserId>();
  const [one = db.database, two = db.database] = await processes(2);
  const [free, aside] = [customer(user, USDT), held(user, USDT)];
  const deposit = (): NewTransaction => transfer(custody(USDT), free, 100n);
  const spend = (): NewTransaction => transfer(free, aside, 100n);
  const back = (): NewTransaction => transfer(aside, free, 100n);
  const steps = [
    [one, deposit(), true],
    [two, spend(), true],
    [one, spend(), false],
    [two, deposit(), true],
    [two, back(), true],
    [one, spend(), true],
    [two, spend(), true],
    [one, spend(), false],
    [one, back(), true],
    [two, back(), true],
  ] as const;
  for (const [database, transaction, isAffordable] of steps) {
    expect((await postOne(transaction, database))?.ok).toBe(isAffordable);
  }
  expect(await balancesOf([free, aside])).toEqual([200n, 0n]);
  await requireSound();
});

test('[L2] a posting that is planned on one that is still open, and then rolled back, counts from what was committed', async () => {
  const user = newId<UserId>();
  const deposit = (amount: bigint): NewTransaction => transfer(custody(USDT), customer(user, USDT), amount);
  await postOne(deposit(100n));
  let followed: Promise<PostResult | undefined> | undefined;
  const failure = new Error('the use case failed after its posting');
  await expect(
    db.database.transaction(async (tx) => {
      await post(tx, [deposit(7n)]);
      followed = postOne(deposit(20n));
      await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await followed).toEqual({ ok: true, outcome: 'posted' });
  expect(await postOne(transfer(customer(user, USDT), held(user, USDT), 121n))).toMatchObject({ ok: false });
  expect(await balance(db.database, customer(user, USDT))).toBe(120n);
  await requireSound();
});

test('[L1] batches at the same time, of accounts that they share, leave every balance correct', async () => {
  const user = newId();
  const accounts = ['a', 'b', 'c'].map((name) => customer(idFor<UserId>(`${user}-${name}`), USDT));
  const BATCHES = 12;
  const batch = (): NewTransaction[] =>
    Array.from({ length: 60 }, (_, index) =>
      transfer(custody(USDT), accounts[index % 3] ?? custody(USDT), BigInt(index + 1)),
    );
  for (let burst = 0; burst < 2; burst += 1) {
    const outcomes = await Promise.all(
      Array.from({ length: BATCHES }, () => db.database.transaction((tx) => post(tx, batch()))),
    );
    expect(outcomes.flat().filter((outcome) => outcome.ok && outcome.outcome === 'posted')).toHaveLength(60 * BATCHES);
  }
  const sums = [0n, 0n, 0n];
  for (let index = 0; index < 60; index += 1) {
    sums[index % 3] = (sums[index % 3] ?? 0n) + BigInt(2 * BATCHES * (index + 1));
  }
  expect(await balancesOf(accounts)).toEqual(sums);
  await requireSound();
});

test('[L1] a used source throws, and leaves nothing of its group, known accounts or not', async () => {
  const user = newId<UserId>();
  const id = newId();
  const deposit = (amount: bigint, sourceId?: string) =>
    transfer(custody(USDT), customer(user, USDT), amount, sourceId);
  const group = [deposit(10n, id), deposit(11n, id), deposit(12n)];
  await expect(db.database.transaction((tx) => post(tx, group))).rejects.toThrow(SourceUsed);
  expect(await balance(db.database, customer(user, USDT))).toBe(0n);
  await postOne(deposit(10n, id));
  await expect(db.database.transaction((tx) => post(tx, group.slice(1)))).rejects.toThrow(SourceUsed);
  expect(await balance(db.database, customer(user, USDT))).toBe(10n);
  await requireSound();
});

test('[L1] any sequence of batches keeps every balance equal to its postings and to a simple model', async () => {
  const step = fc.record({
    from: fc.integer({ min: 0, max: 4 }),
    by: fc.integer({ min: 1, max: 4 }),
    amount: fc.bigInt({ min: 1n, max: 50n }),
    repeat: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 }),
      async (batches) => {
        const user = newId();
        const source = custody(`T${user}`);
        // All but the first may not go below zero, so that many steps are refused.
        const accounts = [
          source,
          ...['a', 'b', 'c', 'd'].map((name) => customer(idFor<UserId>(`${user}-${name}`), source.asset)),
        ];
        const model = accounts.map(() => 0n);
        for (const batch of batches) {
          const transactions = batch.flatMap(({ from, by, amount, repeat }) => {
            const to = (from + by) % accounts.length;
            const [debit, credit] = [accounts[from] ?? source, accounts[to] ?? source];
            const transaction = transfer(debit, credit, amount);
            return (repeat ? [transaction, transaction] : [transaction]).map((each) => ({ each, from, to, amount }));
          });
          const outcomes = await db.database.transaction((tx) =>
            post(
              tx,
              transactions.map(({ each }) => each),
            ),
          );
          for (const [index, { from, to, amount }] of transactions.entries()) {
            const outcome = outcomes[index];
            const after = (model[from] ?? 0n) - amount;
            const isAffordable = from === 0 || after >= 0n;
            if (outcome?.ok === true && outcome.outcome === 'already-posted') continue;
            expect(outcome?.ok).toBe(isAffordable);
            if (!isAffordable) continue;
            model[from] = after;
            model[to] = (model[to] ?? 0n) + amount;
          }
        }
        // Custody grows by debits, the others by credits.
        expect(await balancesOf(accounts)).toEqual(model.map((value, index) => (index === 0 ? -value : value)));
      },
    ),
    { numRuns: 40 },
  );
  await requireSound();
});
