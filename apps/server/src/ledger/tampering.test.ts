// The application can't change what is posted, and a change by a superuser is found.
import type { UserId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/identifiers.ts';
import { customer, custody, held } from './chart.ts';
import { post } from './post.ts';
import { verify } from './verify.ts';

let db: TestDatabase;
const user = newId<UserId>();

beforeAll(async () => {
  db = await createTestDatabase();
  for (const amount of [70n, 20n, 10n]) {
    await db.database.transaction((tx) =>
      post(tx, [
        {
          source: 'deposit',
          sourceId: newId(),
          description: 'in',
          transfers: [{ debit: custody('BTC'), credit: customer(user, 'BTC'), amount }],
        },
        {
          source: 'hold',
          sourceId: newId(),
          description: 'set aside',
          transfers: [{ debit: customer(user, 'BTC'), credit: held(user, 'BTC'), amount: amount / 2n }],
        },
      ]),
    );
  }
});
afterAll(() => db.drop());

test.each([
  'update ledger_transfer set amount = amount + 1',
  `update ledger_transfer set description = 'x' where false`,
  'delete from ledger_transfer',
  'truncate ledger_transfer',
  'update ledger_batch set posted_at = now()',
  'delete from ledger_batch',
  'truncate ledger_batch',
  'delete from ledger_account',
  'truncate ledger_account',
  'update ledger_account set may_go_negative = true',
])('[L3] %s is refused', async (statement) => {
  await expect(db.database.query(statement)).rejects.toThrow('the ledger is written once');
});

/** Runs a change with the triggers off, as a superuser could; answers what verify says; undoes the change. */
async function tamper(statements: string[]): Promise<string[]> {
  const undo = new Error('undo');
  let checks: string[] = [];
  await db.database
    .transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      for (const statement of statements) await tx.query(statement);
      checks = (await verify({ patient: tx })).differences.map((sentence) => sentence.split(':', 1)[0] ?? '');
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return checks;
}

test('an untouched ledger passes the check', async () => {
  expect(await tamper([])).toEqual([]);
  expect(await verify(db.database)).toMatchObject({ ok: true, transactions: 6, entries: 12 });
});

test.each([
  ['an amount', ['update ledger_transfer set amount = amount + 1 where position = 1'], 'running-balance'],
  ['a balance', [`update ledger_account set balance = balance + 5 where kind = 'held'`], 'balance'],
  [
    'a missing transfer',
    ['delete from ledger_transfer where batch_id = (select max(batch_id) from ledger_transfer)'],
    'sequence',
  ],
  [
    'an amount with all balances made to fit',
    [
      `update ledger_transfer set amount = amount + 9, debit_balance = debit_balance + 9, credit_balance = credit_balance + 9
       where source = 'deposit' and credit_sequence = (select max(credit_sequence) from ledger_transfer where source = 'deposit')`,
      `update ledger_transfer set debit_balance = debit_balance + 9
       where source = 'hold' and debit_sequence = (select max(debit_sequence) from ledger_transfer where source = 'hold')`,
      `update ledger_account set balance = balance + 9 where kind in ('custody', 'customer')`,
    ],
    'hash',
  ],
  [
    'a description',
    [`update ledger_transfer set description = 'out' where position = 1 and source = 'deposit'`],
    'hash',
  ],
  ['a source', [`update ledger_transfer set source_id = source_id || 'x' where position = 2`], 'hash'],
  ['a time', [`update ledger_batch set posted_at = posted_at - interval '1 day'`], 'hash'],
  [
    'a hash',
    [`update ledger_batch set hash = decode(repeat('ab', 32), 'hex') where id = (select min(id) from ledger_batch)`],
    'hash',
  ],
  ['a head', [`update ledger_account set head = decode(repeat('ab', 32), 'hex') where kind = 'held'`], 'head'],
  ['a missing batch', [`delete from ledger_batch where id = (select max(id) from ledger_batch)`], 'hash'],
  [
    'a batch of nothing',
    [`insert into ledger_batch (posted_at, hash) values (now(), decode(repeat('ab', 32), 'hex'))`],
    'hash',
  ],
  ['accounts of other assets', [`update ledger_account set asset = 'ETH' where kind = 'held'`], 'asset'],
  [
    'a debt',
    [
      'alter table ledger_account drop constraint ledger_account_not_negative',
      `update ledger_account set balance = -1 where kind = 'held'`,
    ],
    'negative',
  ],
])('[L3] tampering by a superuser is found: %s', async (_, statements, check) => {
  expect(await tamper(statements)).toContain(check);
});

test('[L3] a source that was posted twice is found', async () => {
  const twice = [
    'drop index ledger_transfer_source',
    `insert into ledger_transfer select * from ledger_transfer where position = 1 limit 1`,
  ];
  expect(await tamper(['drop index ledger_transfer_debit', 'drop index ledger_transfer_credit', ...twice])).toContain(
    'source',
  );
});
