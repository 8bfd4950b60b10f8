// A migration that demands, refuses or removes what the version before does not know of fails the check, unless it says since when
// nothing relies on it, or that a check is looser; what only allows more passes.
import { expect, test } from 'vitest';
import { migrationProblems } from './migrations.mjs';

const BEFORE = `create table a (id int primary key, b int, c text);
create unique index a_b on a (b) where c is not null;
alter table a add constraint a_c unique (c);
create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no; never'; end $$;
create function skip() returns trigger language plpgsql as $$ begin return null; end $$;`;

/** The problems of a migration that comes after those. */
const added = (source: string, path = 'apps/server/migrations/0258_it.sql') =>
  migrationProblems(
    [
      { path: 'apps/server/migrations/0100_first.sql', source: BEFORE },
      { path, source },
    ],
    '1.3.0',
  );

test.each([
  ['demands more', 'alter table a add constraint a_check check (b > 0);'],
  ['demands more', 'alter table a add check (b > 0) not valid;'],
  ['demands more', 'alter table a add column d int, add constraint a_d check (d is null or b > 0);'],
  ['demands more', 'alter table a add constraint a_other foreign key (b) references other (id);'],
  ['demands more', "alter table a drop constraint a_check, add constraint a_check check (c in ('x', 'y'));"],
  ['drops a default', 'alter table a alter column b drop default;'],
  ['drops a default', 'alter table a alter b drop default;'],
  ['may refuse', 'create trigger a_refuses before insert on a for each row execute function refuse();'],
  ['may refuse', 'create constraint trigger a_refuses after insert on a for each row execute function refuse();'],
  ['may refuse', 'create trigger a_skips before update on a for each row execute function skip();'],
  ['may refuse', 'create trigger a_strange after update on a for each row execute function elsewhere();'],
  [
    'may refuse',
    "create function no() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$; create trigger a_no after delete on a for each row execute function no();",
  ],
  [
    'lets skip refuse',
    "create or replace function skip() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;",
  ],
  ['drops the unique', 'drop index a_b;'],
  ['drops the unique', '-- live, for a\ndrop index concurrently if exists a_b;'],
  ['drops the unique', 'drop index if exists other, a_b cascade;'],
  ['drops the unique', 'alter table a drop constraint a_c;'],
  ['drops the unique', 'alter table a drop constraint if exists a_pkey;'],
  ['differ', '-- live, for a\ncreate unique index concurrently a_bc on a (b, c);'],
  ['differ', 'alter table a add column d int not null default 0; create unique index a_d on only a (d);'],
  ['removes rows', 'truncate a;'],
  ['removes rows', 'truncate table only a;'],
  ['removes rows', 'delete from a where b = 1;'],
  ['removes rows', 'with gone as (delete from a returning *) select count(*) from gone;'],
  ['removes rows', 'do $$ begin delete from a; end $$;'],
  ['takes a right away', 'revoke insert on a from public;'],
  ['hides rows', 'alter table a enable row level security;'],
  ['hides rows', 'create rule a_nothing as on insert to a do instead nothing;'],
])('[I7] it %s: “%s”', (words, sql) => {
  expect(added(sql)).toEqual([expect.stringContaining(words)]);
  const [live, rest] = sql.startsWith('-- live') ? [`${sql.split('\n')[0]}\n`, sql.split('\n')[1]] : ['', sql];
  expect(added(`${live}-- contract, unused since 1.2.0: nothing needs it\n${rest}`)).toEqual([]);
});

test.each([
  'create table d (e int check (e > 0) unique); delete from d; truncate d; create unique index d_e on d (e);',
  'alter table a add column d int, add column e int, add constraint a_de check ((d is null) = (e is null));',
  "alter table a add column d text check (d in ('x', 'y'));",
  '-- loosens a_check: it has y too\nalter table a drop constraint a_check;\nalter table a add constraint a_check check (b > 0);',
  'alter table a add column d int; create unique index a_d on only a (b, d) where d is not null;',
  'alter table a alter column b set default 1;',
  'create function note() returns trigger language plpgsql as $$ begin delete from d; return new; end $$; create trigger a_note before insert on a for each row execute function note();',
  'create trigger a_after after insert or delete on a for each row execute function skip();',
  'create trigger a_whole before truncate on a for each statement execute function refuse();',
  'drop trigger a_refuses on a;',
  '-- live, for a\ndrop index concurrently if exists a_usual;',
  'alter table a drop constraint a_check;',
  'create or replace function refuse() returns trigger language plpgsql as $$ begin return new; end $$;',
  'grant select on a to public;',
  "comment on table a is 'truncate a; revoke all';",
])('[I7] “%s” only allows more', (sql) => {
  expect(added(sql)).toEqual([]);
});

test('[I7] a unique index may go where another of the same key is there', () => {
  expect(added('drop index a_b; create unique index a_b2 on only a (b) where c is not null;')).toEqual([
    expect.stringContaining('differ'),
  ]);
  expect(
    added(
      '-- live, for a\n-- contract, unused since 1.2.0: as before\ncreate unique index concurrently a_b2 on a (b) where c is not null;',
    ),
  ).toEqual([]);
});

test('[I7] a word that a check is looser counts for that check alone, and only where it is replaced', () => {
  const more = 'alter table a add constraint a_check check (b > 0);';
  expect(added(`-- loosens a_other: why\nalter table a drop constraint a_check; ${more}`)).toHaveLength(1);
  expect(added(`-- loosens a_check: why\n${more}`)).toHaveLength(1);
});
