// A table that two rooms or two files write fails `npm run check`, in any layout of the SQL and by any way to the table; so does
// reading one of a room that may not be asked. Test code does not.
import { expect, test } from 'vitest';
import { tableProblems } from './tables.mjs';

const SERVER = 'apps/server/src';
const SCHEMA = `create table deposit (id uuid);
  create table payout (id uuid);
  create view open_deposit as select * from deposit where status = 'seen';
  create function end_deposit(one uuid) returns void language plpgsql as $$ begin update deposit set id = one; end $$;
  create function end_all() returns void language sql as $body$ select end_deposit(id) from deposit $body$;
  create function count_deposits() returns bigint language sql as $$ select count(*) from deposit $$;`;
const migrations = [{ path: '0001_schema.sql', source: SCHEMA }];
const code = (path: string, source: string) => ({ path: `${SERVER}/${path}`, source });
const file = (path: string, sql: string) => code(path, `await tx.query(\n  \`${sql}\`,\n  [id],\n);`);
const owner = file('custody/deposits/db.ts', 'insert into deposit (id) values ($1)');
const problems = (...sources: readonly ReturnType<typeof file>[]) => tableProblems(migrations, [owner, ...sources], {});
const TWICE = `deposit is written by more than one room: ${SERVER}/custody/deposits/db.ts, ${SERVER}/sales/orders/db.ts`;

test.each([
  ['an insert', 'insert into deposit (id) values ($1)'],
  ['an update', 'update deposit set id = $1'],
  ['an update within a statement', 'with gone as (select 1) update only\n deposit as d set id = $1'],
  ['a deletion', 'delete from deposit where id = $1'],
  ['emptying it', 'truncate deposit'],
  ['an insert over two lines', 'insert\n  into deposit (id) values ($1)'],
  ['capitals', 'INSERT INTO Deposit (id) VALUES ($1)'],
  ['the schema’s name', 'update public.deposit set id = $1'],
  ['quotes', 'delete from "public"."deposit"'],
  ['a comment between', 'insert into /* theirs */ deposit (id) values ($1)'],
  ['a part of a statement', 'with gone as (delete from deposit returning id) select * from gone'],
  ['a merge', 'merge into deposit d using payout p on p.id = d.id when matched then delete'],
  ['a copy', 'copy deposit (id) from stdin'],
  ['a change of the table', 'alter table deposit disable trigger all'],
  ['a function', 'select end_deposit($1)'],
  ['a function of a function', 'select end_all()'],
  ['a view', 'update open_deposit set id = $1'],
])('%s by a second room is named with both places', (_what, sql) => {
  expect(problems(file('sales/orders/db.ts', sql))).toEqual([TWICE]);
});

test('a table that is put into a text is one that the same file names', () => {
  const end = 'const end = (table) => tx.query(`delete from ${table} where id = $1`, [id]);';
  expect(problems(code('sales/orders/db.ts', `${end} end('deposit');`))).toEqual([TWICE]);
  for (const source of [end, "tx.query('insert into ' + table)", 'tx.query(`update ${table} set id = $1`)']) {
    expect(problems(code('sales/orders/db.ts', source))).toEqual([expect.stringContaining('name it there')]);
  }
});

test('what a room has erased by the platform is its own', () => {
  const records = `export const personalRecords = { deposits: { table: 'deposit', where: 't.user_id = $1', erased: 'deleted' } };`;
  expect(problems(code('custody/personal-records.ts', records))).toEqual([]);
  expect(problems(code('sales/personal-records.ts', records))).toEqual([
    TWICE.replace('orders/db', 'personal-records'),
  ]);
});

test('two files of one room are named', () => {
  expect(problems(file('custody/treasury/db.ts', 'update deposit set id = $1'))).toEqual([
    `deposit is written in more than one file: ${SERVER}/custody/deposits/db.ts, ${SERVER}/custody/treasury/db.ts`,
  ]);
});

test('a room reads the tables of rooms that it may ask, and of those that are listed for it', () => {
  expect(problems(file('sales/orders/db.ts', 'select id from deposit where id = $1 for no key update'))).toEqual([]);
  const read = file('identity/accounts/db.ts', 'select 1 from app_user u join deposit d on d.user_id = u.id');
  expect(problems(read)).toEqual([
    `${SERVER}/identity/accounts/db.ts reads deposit, which is custody’s: ask that room, or for what it hands out`,
  ]);
  for (const sql of [
    'select id from open_deposit',
    'select 1 from app_user u, deposit d where d.user_id = u.id',
    'select 1 from app_user u where exists (select 1 from generate_series(1, 2) n, lateral (select now()) m, deposit)',
    'lock table deposit in share mode',
  ])
    expect(problems(file('identity/accounts/db.ts', sql))).toHaveLength(1);
  expect(
    problems(file('identity/accounts/db.ts', 'select u.id, deposit from app_user u order by id, deposit')),
  ).toEqual([]);
  expect(tableProblems(migrations, [owner, read], { identity: ['custody'] })).toEqual([]);
  expect(tableProblems(migrations, [owner], { identity: ['custody'] })).toEqual([
    'identity reads no table of custody: take it from the list of reads',
  ]);
});

test('reading by a function, a lock, tests, other tables and texts for users pass', () => {
  const others = [
    file('sales/orders/db.ts', 'select count_deposits() from deposit for update of deposit'),
    file('sales/orders/orders.test.ts', 'delete from deposit'),
    file('sales/orders/quotes/db.ts', 'update unheard set id = $1'),
    file('payouts/db.ts', 'insert into payout (id) values ($1) on conflict do update set id = $1'),
    code('payouts/describe.ts', "export const WORDS = ['Please update it', 'update', `Update ${one}, then go on`];"),
  ];
  expect(problems(...others)).toEqual([]);
});
