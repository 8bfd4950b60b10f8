// The ledger stays balanced under any sequence of simultaneous postings, and a refused one leaves no trace.
import type { UserId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/identifiers.ts';
import { accountEntries, balance, balances } from './db.ts';
import { verify } from './verify.ts';
import { customer, custody, exchange, held, payable, spreadIncome } from './chart.ts';
import type { AccountRef } from './chart.ts';
import { createLedger } from './ledger.ts';
import { post } from './post.ts';
import { SourceUsed } from './transaction.ts';
import type { NewTransaction, PostResult } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const USDT = 'USDT@bsc';

function transfer(debit: AccountRef, credit: AccountRef, amount: bigint, sourceId: string = newId()): NewTransaction {
  return { source: 'test', sourceId, description: 'a test', transfers: [{ debit, credit, amount }] };
}

const postOne = async (transaction: NewTransaction): Promise<PostResult | undefined> =>
  (await db.database.transaction((tx) => post(tx, [transaction])))[0];

const balancesOf = async (refs: AccountRef[]): Promise<bigint[]> => [...(await balances(db.database, refs)).values()];

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
  const entries = await accountEntries(db.database, held(user, USDT));
  expect(entries.map(({ amount, balance: after, description }) => [amount, after, description])).toEqual([
    [-1_000n, 0n, 'conversion'],
    [1_000n, 1_000n, 'a test'],
  ]);
  expect(await accountEntries(db.database, held(user, USDT), { before: 2n })).toHaveLength(1);
  await requireSound();
});

test.each([1, 7])(
  '[L2] of forty parallel spends exactly the affordable ones succeed, through %i way(s) into the ledger',
  async (ways) => {
    const user = newId<UserId>();
    await postOne(transfer(custody(USDT), customer(user, USDT), 130n));
    const ledgers = Array.from({ length: ways }, () => createLedger(db.database));
    const spends = Array.from({ length: 40 }, async (_, index) =>
      ledgers[index % ways]?.submit(transfer(customer(user, USDT), held(user, USDT), 10n)),
    );
    const outcomes = await Promise.all(spends);
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(13);
    expect(await balancesOf([customer(user, USDT), held(user, USDT)])).toEqual([0n, 130n]);
    await requireSound();
  },
);

test('[L2] one transaction submitted many times at once, and by several processes, is posted once', async () => {
  const user = newId<UserId>();
  const same = transfer(custody(USDT), customer(user, USDT), 10n);
  const ledgers = Array.from({ length: 4 }, () => createLedger(db.database));
  const outcomes = await Promise.all(Array.from({ length: 20 }, async (_, index) => ledgers[index % 4]?.submit(same)));
  expect(outcomes.filter((outcome) => outcome?.ok && outcome.outcome === 'posted')).toHaveLength(1);
  expect(await balance(db.database, customer(user, USDT))).toBe(10n);
});

test('[L2] two ledger instances that cache the same accounts never act on a wrong cache', async () => {
  const user = newId<UserId>();
  const [one, two] = [createLedger(db.database), createLedger(db.database)];
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
  for (const [way, transaction, isAffordable] of steps) {
    expect((await way.submit(transaction)).ok).toBe(isAffordable);
  }
  expect(await balancesOf([free, aside])).toEqual([200n, 0n]);
  await requireSound();
});

test('[L1] bursts that are planned while the one before is still written leave every balance correct', async () => {
  const user = newId();
  const ledger = createLedger(db.database);
  const accounts = ['a', 'b', 'c'].map((name) => customer(idFor<UserId>(`${user}-${name}`), USDT));
  for (let burst = 0; burst < 3; burst += 1) {
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        ledger
          .submit(transfer(custody(USDT), accounts[index % 3] ?? custody(USDT), BigInt(index)))
          .catch(() => undefined),
      ),
    );
    // The amount 0 is refused at once.
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(499);
  }
  const sums = [0n, 0n, 0n];
  for (let index = 0; index < 500; index += 1) sums[index % 3] = (sums[index % 3] ?? 0n) + BigInt(3 * index);
  expect(await balancesOf(accounts)).toEqual(sums);
  await requireSound();
});

test('a used source fails only its own caller in the group', async () => {
  const user = newId<UserId>();
  const ledger = createLedger(db.database);
  const id = newId();
  const outcomes = await Promise.allSettled([
    ledger.submit(transfer(custody(USDT), customer(user, USDT), 10n, id)),
    ledger.submit(transfer(custody(USDT), customer(user, USDT), 11n, id)),
    ledger.submit(transfer(custody(USDT), customer(user, USDT), 12n)),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await balance(db.database, customer(user, USDT))).toBe(22n);
});

test.each([
  ['no amount', { transfers: [{ debit: custody(USDT), credit: customer(idFor<UserId>('x'), USDT), amount: 0n }] }],
  ['two assets', { transfers: [{ debit: custody('BTC'), credit: customer(idFor<UserId>('x'), USDT), amount: 1n }] }],
  ['one account', { transfers: [{ debit: custody(USDT), credit: custody(USDT), amount: 1n }] }],
  ['no transfer', { transfers: [] }],
  ['no source', { source: '' }],
  ['a control character', { description: 'a\u001fb' }],
])('[L1] a transaction with %s is refused as a bug', async (_, wrong) => {
  await expect(
    postOne({ ...transfer(custody(USDT), customer(idFor<UserId>('x'), USDT), 1n), ...wrong }),
  ).rejects.toThrow(TypeError);
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
