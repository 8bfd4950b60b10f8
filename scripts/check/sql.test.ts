// SQL outside of its aggregate's db.ts fails `npm run check`, in any notation; the platform's, a test's and plain text
// do not.
import { expect, test } from 'vitest';
import { sqlProblems } from './sql.mjs';

const SERVER = 'apps/server/src';
const file = (path: string, source: string) => ({ path: `${SERVER}/${path}`, source });

test.each([
  ['a query', 'export const find = (tx) => tx.query(`select 1`);'],
  ['a query of a text from elsewhere', 'export const find = (connection, text) => connection.query(text);'],
  ['a statement that another file runs', 'export const FIND = `select id from deposit where id = $1`;'],
  ['a statement with a part put in', 'export const find = (table) => `\n  delete from ${table} where id = $1`;'],
  ['a statement in quotes', "export const END = 'update deposit set status = $1';"],
  ['a statement in capitals', 'export const FIND = `SELECT id FROM deposit`;'],
  ['a statement of a named row', 'export const END = `update deposit d set status = 1`;'],
  ['a statement of a named schema', "export const END = 'update only public.deposit as d set status = 1';"],
  ['a statement whose table is put in', 'export const end = (table) => `update ${table} set status = 1`;'],
  ['a statement behind a comment', 'export const FIND = `/* all */ -- of them\n select id from deposit`;'],
  ['a part in brackets', 'export const NAME = `(select name from app_user u where u.id = $1)`;'],
  ['a copy', 'export const LOAD = `copy deposit (id) from stdin`;'],
  ['a call of a property by its text', "export const find = (tx, text) => tx['query'](text);"],
  ['a common table expression', 'export const SUMS = `with recursive sum (id) as (select 1) select * from sum`;'],
])('%s outside of db.ts is named', (_what, source) => {
  expect(sqlProblems([file('custody/deposits/confirm-deposits.ts', source)])).toEqual([
    `${SERVER}/custody/deposits/confirm-deposits.ts has SQL, which belongs in the db.ts of its aggregate`,
  ]);
});

test('a second file of SQL in a folder is named', () => {
  expect(sqlProblems([file('custody/deposits/db-blocks.ts', 'export const one = 1;')])).toEqual([
    `${SERVER}/custody/deposits/db-blocks.ts: an aggregate has one db.ts, and a second aggregate a folder of its own`,
  ]);
});

test('more files than there are aggregates are counted', () => {
  const many = Array.from({ length: 45 }, (_, index) => file(`custody/aggregate-${index}/db.ts`, ''));
  expect(sqlProblems(many)).toEqual(['45 files db.ts, and 44 aggregates at most']);
  expect(sqlProblems(many.slice(1))).toEqual([]);
});

test('db.ts, the platform, tests and texts for users pass', () => {
  const sql = 'export const find = (tx) => tx.query(`select 1`);';
  const words =
    'export const say = (query) => [query(1), "Select a network", `Update ${query}, then go on`, "With you, as agreed", "call of a trace", "update"];';
  expect(
    sqlProblems([
      file('custody/deposits/db.ts', sql),
      file('ledger/db.ts', sql),
      file('platform/queue.ts', sql),
      file('custody/watching/watcher.test.ts', sql),
      file('adapters/banks/monnify/monnify.ts', words),
      file('sales/personal-records.ts', "export const OWN = '(select id from customer_order where user_id = $1)';"),
    ]),
  ).toEqual([]);
});
