// How postings are written: in one statement where the accounts are known, never on what is no longer true, and what the
// database refuses is not lost.
import type { UserId } from '@kobogate/contract';
import { balancesIn, postIn, transfer, USDT } from '@kobogate/testkit/ledger/postings.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase, type Transaction } from '../platform/database.ts';
import { newId } from '../platform/identifiers.ts';
import { type AccountRef, customer, custody, held } from './chart.ts';
import { balance, balances } from './db.ts';
import { post } from './post.ts';
import { type NewTransaction, type PostResult, SourceUsed } from './transaction.ts';
import { verify } from './verify.ts';

let db: TestDatabase;
/** Another process that posts into the same books. */
let other: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  other = await openDatabase({ url: db.url, maxConnections: 4, log: silentLog });
});
afterAll(async () => {
  await other.close();
  await db.drop();
});

afterEach(() => {
  vi.useRealTimers();
});

const postOne = (transaction: NewTransaction, database = db.database) => postIn(database, transaction);
const balancesOf = (refs: AccountRef[]) => balancesIn(db.database, refs);

test('[L1] a group takes one statement where its accounts are known, and two more where one of them has changed', async () => {
  const user = newId<UserId>();
  const deposit = (): NewTransaction => transfer(custody(USDT), customer(user, USDT), 5n);
  const statementsOf = (transactions: NewTransaction[]): Promise<number> =>
    db.database.transaction(async (tx) => {
      let count = 0;
      const outcomes = await post(
        {
          ...tx,
          query: (...statement) => {
            count += 1;
            return tx.query(...statement);
          },
        },
        transactions,
      );
      expect(outcomes.every((outcome) => outcome.ok && outcome.outcome === 'posted')).toBe(true);
      return count;
    });
  await postOne(deposit());
  expect(await statementsOf([deposit(), deposit()])).toBe(1);
  await postOne(deposit(), other);
  expect(await statementsOf([deposit(), deposit()])).toBe(3);
  expect(await statementsOf([deposit()])).toBe(1);
  expect(await balance(db.database, customer(user, USDT))).toBe(35n);
});

test('[I4] an entry is dated by the database, on a machine whose own clock is a day behind', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 });
  const user = newId<UserId>();
  await postOne(transfer(custody(USDT), customer(user, USDT), 5n));
  const [row] = await db.database.query<{ away: number }>(
    'select abs(extract(epoch from clock_timestamp() - max(posted_at)))::float8 as away from ledger_batch',
  );
  expect(row?.away).toBeLessThan(3600);
});

// As after a failover that lost the account: its number has been given to another one.
test.each([
  ['one entry', 50n],
  ['none', 0n],
])('[L1] a posting is never written on another account that has the number of a known one with %s', async (_, had) => {
  const sample = await createTestDatabase();
  const user = newId<UserId>();
  const [mine, theirs] = [customer(user, USDT), customer(newId<UserId>(), USDT)];
  await postOne(transfer(custody(USDT), customer(newId<UserId>(), USDT), 9n), sample.database);
  const first = had > 0n ? transfer(custody(USDT), mine, had) : transfer(mine, custody(USDT), 1n);
  expect((await postOne(first, sample.database))?.ok).toBe(had > 0n);
  await sample.database.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(
      `update ledger_account set code = $2, balance = 0, sequence = 0, head = decode(repeat('00', 32), 'hex') where code = $1`,
      [mine.code, theirs.code],
    );
  });
  expect(await postOne(transfer(custody(USDT), mine, 1n), sample.database)).toEqual({ ok: true, outcome: 'posted' });
  expect([...(await balances(sample.database, [mine, theirs])).values()]).toEqual([1n, 0n]);
  await sample.drop();
});

test('[L1] an impossible transaction is refused as a bug, and nothing of its group is posted', async () => {
  const user = newId<UserId>();
  const possible = transfer(custody(USDT), customer(user, USDT), 1n);
  await expect(db.database.transaction((tx) => post(tx, [possible, { ...possible, source: '' }]))).rejects.toThrow(
    TypeError,
  );
  expect(await balance(db.database, customer(user, USDT))).toBe(0n);
});

test('[L1] a group of nothing asks the database nothing', async () => {
  const query: Transaction['query'] = () => Promise.reject(new Error('it was asked'));
  expect(await db.database.transaction((tx) => post({ ...tx, query }, []))).toEqual([]);
});

test('[L2] a refusal comes from the database: another process may have made it affordable', async () => {
  const [ada, obi] = [newId<UserId>(), newId<UserId>()];
  const deposit = (user: UserId): NewTransaction => transfer(custody(USDT), customer(user, USDT), 10n);
  const spend = (user: UserId): NewTransaction => transfer(customer(user, USDT), held(user, USDT), 10n);
  for (const transaction of [deposit(ada), spend(ada), deposit(ada), deposit(obi), spend(obi)]) {
    await postOne(transaction);
  }
  await postOne(deposit(obi), other);
  expect(await db.database.transaction((tx) => post(tx, [spend(ada), spend(obi)]))).toEqual([
    { ok: true, outcome: 'posted' },
    { ok: true, outcome: 'posted' },
  ]);
  expect((await verify(db.database)).differences).toEqual([]);
});

test('[L1] of two at the same time with one source and other accounts one is posted, and the other throws', async () => {
  const [ada, obi] = [newId<UserId>(), newId<UserId>()];
  const sourceId = newId();
  // No account is shared, so that neither waits for the other's locks.
  const first = transfer(custody('BTC'), customer(ada, 'BTC'), 5n, sourceId);
  const second = transfer(custody('ETH'), customer(obi, 'ETH'), 5n, sourceId);
  let loser: Promise<PostResult | undefined> | undefined;
  await db.database.transaction(async (tx) => {
    await post(tx, [first]);
    loser = postOne(second);
    loser.catch(() => {});
    await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
  });
  await expect(loser).rejects.toThrow(SourceUsed);
  expect(await balancesOf([customer(ada, 'BTC'), customer(obi, 'ETH')])).toEqual([5n, 0n]);
  expect((await verify(db.database)).differences).toEqual([]);
});

test('[L1] what the database says of a write that failed is what the caller learns', async () => {
  const constraint = 'ledger_account_not_negative';
  const failure = Object.assign(new Error('below zero'), { code: '23514', constraint });
  const write = db.database.transaction((tx) =>
    post(
      {
        ...tx,
        query: (text, values, name) =>
          name === 'ledger-write' ? Promise.reject(failure) : tx.query(text, values, name),
      },
      [transfer(custody(USDT), customer(newId<UserId>(), USDT), 1n)],
    ),
  );
  await expect(write).rejects.toBe(failure);
});
