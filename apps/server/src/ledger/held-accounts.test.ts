// An account counts as held from a failed wait for its lock until it is free again, and never otherwise.
import type { UserId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/identifiers.ts';
import { customer, custody } from './chart.ts';
import { createHeldAccounts } from './held-accounts.ts';
import { post } from './post.ts';
import type { NewTransaction } from './transaction.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const deposit = (name: UserId): NewTransaction => ({
  source: 'test',
  sourceId: newId(),
  description: 'test',
  transfers: [{ debit: custody('USDT@bsc'), credit: customer(name, 'USDT@bsc'), amount: 1n }],
});

test('only postings on a held account count as waiting, while it is held', async () => {
  const { database } = db;
  const [hers, his] = [deposit(idFor<UserId>('hers')), deposit(idFor<UserId>('his'))];
  await database.transaction((tx) => post(tx, [hers, his]));
  const accounts = createHeldAccounts(database);
  await database.transaction(async (tx) => {
    await tx.query(`select 1 from ledger_account where code = $1 for update`, [
      customer(idFor<UserId>('hers'), 'USDT@bsc').code,
    ]);
    await accounts.lookAgain();
    expect([hers, his].map(accounts.touches)).toEqual([false, false]);
    await accounts.note([hers, his, deposit(idFor<UserId>('stranger'))]);
    await accounts.lookAgain();
    expect([hers, his].map(accounts.touches)).toEqual([true, false]);
    // The accounts that it found free it did not keep.
    await post(tx, [deposit(idFor<UserId>('his'))]);
  });
  expect(accounts.touches(hers)).toBe(true);
  await accounts.lookAgain();
  expect([hers, his].map(accounts.touches)).toEqual([false, false]);
});
