// A migration that takes something away from the version before fails the check, unless it says since when nothing uses it; so does one
// with the number of another.
import { expect, test } from 'vitest';
import { migrationProblems } from './migrations.mjs';

const named = (source: string, path = 'apps/server/migrations/0200_it.sql') =>
  migrationProblems([{ path, source }], '1.3.0');

test.each([
  'drop table a;',
  'alter table a drop column b;',
  'alter table a rename column b to c;',
  'ALTER TABLE a RENAME TO c;',
  'alter table a rename to b; create table a (c int) partition by range (c);',
  'alter table a rename to b; create table a (c int); alter table a attach partition b default;',
  'alter table a alter column b type bigint;',
  'alter table a alter b set data type text;',
  'alter table a alter column b set not null;',
  'alter table a add column b int not null;',
  'alter table a add b int references c (id) not null, add d int default 1;',
])('[I7] “%s” takes away', (sql) => {
  expect(named(sql)).toHaveLength(1);
  expect(named(`-- contract, unused since 1.2.0: orders have it now\n${sql}`)).toEqual([]);
  expect(named(`-- contract, unused since 1.3.0: too early\n${sql}`)).toHaveLength(1);
  expect(named(`-- contract, unused since 1.10.0: later than this one\n${sql}`)).toHaveLength(1);
  expect(named(sql, 'apps/server/migrations/0154_it.sql')).toEqual([]);
});

test.each([
  'create table a (b int not null);',
  'alter table a add column b int;',
  'alter table a add column b int not null default 0;',
  'alter table a add column b int default 0 not null;',
  'alter table a add column b bigint generated always as identity not null;',
  'create index a_b on a (b); drop index c;',
  "-- drop table a\ncomment on table a is 'drop table a';",
  'alter table a drop constraint b;',
  'alter table a rename to b; create table a (c int) partition by range (c); alter table a attach partition b default;',
])('[I7] “%s” only adds', (sql) => {
  expect(named(sql)).toEqual([]);
});

test('two migrations of one number have no stated order', () => {
  const numbered = (name: string) => ({ path: `apps/server/migrations/${name}.sql`, source: 'select 1;' });
  expect(migrationProblems([numbered('0201_one'), numbered('0201_two'), numbered('0202_three')], '1.3.0')).toEqual([
    'apps/server/migrations/0201_two.sql has the number of another migration: their order is not stated',
  ]);
});

const at257 = (source: string) => named(source, 'apps/server/migrations/0257_it.sql');

test.each([
  'create index a_b on a (b);',
  'CREATE UNIQUE INDEX IF NOT EXISTS a_b ON a (b);',
  'create index on a (b);',
  'create table c (b int); create index a_b on a (b);',
  'alter table a add constraint a_b unique (b);',
  'create index concurrently a_b on a (b);',
  '-- live, for a\nupdate a set b = 1;',
  '-- live, for a\ncreate index concurrently if not exists a_b on a (b);',
])('[I7] “%s” locks a table that others write to, or is in the wrong kind of file', (sql) => {
  expect(at257(sql)).toHaveLength(1);
});

test.each([
  '-- live, for a\ncreate index concurrently a_b on a (b);\ndrop index concurrently if exists a_c;',
  '-- live, for a\n-- contract, unused since 1.2.0: b is unique\ncreate unique index concurrently a_b on a (b) include (c) where d;',
  'create table a (b int unique); create index a_b on a (b);',
  'create index a_b on only a (b);',
  'alter table a add constraint a_b unique using index a_c;',
])('[I7] “%s” locks no table that others write to', (sql) => {
  expect(at257(sql)).toEqual([]);
});

test('[I7] an index of an earlier migration was built in its transaction', () => {
  expect(named('create index a_b on a (b);', 'apps/server/migrations/0256_it.sql')).toEqual([]);
});
