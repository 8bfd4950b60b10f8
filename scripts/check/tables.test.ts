// A table that two rooms write fails `npm run check`, in any layout of the SQL; reading it, and test code, do not.
import { expect, test } from 'vitest';
import { tableProblems } from './tables.mjs';

const SERVER = 'apps/server/src';
const migrations = [
  { path: '0001_schema.sql', source: 'create table deposit (id uuid);\ncreate table payout (id uuid);' },
];
const file = (path: string, sql: string) => ({
  path: `${SERVER}/${path}`,
  source: `await tx.query(\n  \`${sql}\`,\n  [id],\n);`,
});
const owner = file('custody/deposits/db.ts', 'insert into deposit (id) values ($1)');

test.each([
  ['an insert', 'insert into deposit (id) values ($1)'],
  ['an update', 'update deposit set id = $1'],
  ['an update within a statement', 'with gone as (select 1) update only\n deposit as d set id = $1'],
  ['a deletion', 'delete from deposit where id = $1'],
  ['emptying it', 'truncate deposit'],
])('%s by a second room is named with both places', (_what, sql) => {
  expect(tableProblems(migrations, [owner, file('sales/orders/db.ts', sql)])).toEqual([
    `deposit is written by more than one room: ${SERVER}/custody/deposits/db.ts, ${SERVER}/sales/orders/db.ts`,
  ]);
});

test('two files of one room, reading, a lock, tests and other tables pass', () => {
  const others = [
    file('custody/treasury/db.ts', 'update deposit set id = $1'),
    file('sales/orders/db.ts', 'select id from deposit where id = $1 for no key update'),
    file('sales/orders/orders.test.ts', 'delete from deposit'),
    file('sales/orders/db-quotes.ts', 'update unheard set id = $1'),
    file('payouts/db.ts', 'insert into payout (id) values ($1)'),
  ];
  expect(tableProblems(migrations, [owner, ...others])).toEqual([]);
});
