// A transaction is all or nothing, is retried where the database asks for it, and reports when the database does not
// answer.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openDatabase, type Transaction } from './database.ts';
import { DependencyDown } from './errors.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.database.query(`create table place (id int primary key, n int not null)`);
});
afterAll(() => db.drop());

test('large numbers arrive exactly: int8 as bigint, numeric as text, times as Date', async () => {
  const [row] = await db.database.query(
    `select 9007199254740993::int8 as i, 0.1234567890123456789::numeric as n, '2026-01-02'::date as d,
       array[9007199254740993]::int8[] as li, array[12345678901234567890.5]::numeric[] as ln, '{}'::int8[] as none,
       timestamptz '2026-01-02 03:04:05Z' as t, $1::numeric as given`,
    [2n ** 200n],
  );
  expect(row).toEqual({
    i: 9_007_199_254_740_993n,
    n: '0.1234567890123456789',
    d: '2026-01-02',
    li: [9_007_199_254_740_993n],
    ln: ['12345678901234567890.5'],
    none: [],
    t: new Date('2026-01-02T03:04:05Z'),
    given: (2n ** 200n).toString(),
  });
});

test('two transactions that lock each other both succeed, because the one that lost is run again', async () => {
  await db.database.query(`insert into place values (1, 0), (2, 0)`);
  let arrived = 0;
  let open: (() => void) | undefined;
  const bothArrived = new Promise<void>((resolve) => (open = resolve));
  const crossing = (first: number, second: number): Promise<void> =>
    db.database.transaction(async (tx) => {
      await tx.query(`update place set n = n + 1 where id = $1`, [first]);
      arrived += 1;
      if (arrived >= 2) open?.();
      await bothArrived;
      await tx.query(`update place set n = n + 1 where id = $1`, [second]);
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  expect(arrived).toBeGreaterThan(2);
  expect(await db.database.query(`select n from place where id < 3`)).toEqual([{ n: 2 }, { n: 2 }]);
});

test('a transaction whose failed statement was swallowed does not pass for a commit', async () => {
  const work = db.database.transaction(async (tx) => {
    await tx.query(`insert into place values (3, 0)`);
    await tx.query(`select 1 / 0`).catch(() => undefined);
  });
  await expect(work).rejects.toThrow('rolled back');
  expect(await db.database.query(`select 1 from place where id = 3`)).toEqual([]);
});

test('statements that a transaction asks for together run one after the other, none of them outside of it', async () => {
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', hear);
  const results = await db.database.transaction((tx) =>
    Promise.all([1, 2, 3].map((n) => tx.query(`select $1::int as n`, [n]))),
  );
  process.off('warning', hear);
  expect(results).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  expect(warnings).toEqual([]);
  const write = (tx: Transaction) => tx.query(`insert into place values (4, 0)`);
  const failing = db.database.transaction((tx) =>
    Promise.all([tx.query(`select 1`), write(tx), Promise.reject(new Error('no'))]),
  );
  await expect(failing).rejects.toThrow('no');
  const ended = await db.database.transaction(async (tx) => ({ late: () => write(tx) }));
  await expect(ended.late()).rejects.toThrow('had ended');
  expect(await db.database.query(`select 1 from place where id = 4`)).toEqual([]);
});

test('listeners hear of a topic after the commit, and not after a rollback', async () => {
  const heard: string[] = [];
  const stop = db.database.onAnnounced('topic', () => heard.push('heard'));
  await db.database.transaction(async (tx) => tx.announce('topic'));
  await db.database
    .transaction(async (tx) => {
      tx.announce('topic');
      throw new Error('undone');
    })
    .catch(() => undefined);
  stop();
  await db.database.transaction(async (tx) => tx.announce('topic'));
  expect(heard).toEqual(['heard']);
});

test('[I2] a connection that dies in a transaction undoes it, is reported as DependencyDown, and the next one works', async () => {
  const work = db.database.transaction(async (tx) => {
    await tx.query(`insert into place values (4, 0)`);
    const [row] = await tx.query<{ pid: number }>(`select pg_backend_pid() as pid`);
    await db.database.query(`select pg_terminate_backend($1)`, [row?.pid]);
    await tx.query(`select 1`);
  });
  await expect(work).rejects.toBeInstanceOf(DependencyDown);
  expect(await db.database.query(`select 1 from place where id = 4`)).toEqual([]);
});

test('a database that is not there is DependencyDown', async () => {
  const address = { host: '/nonexistent', port: 5432, user: 'x', database: 'x' };
  await expect(openDatabase({ url: address, log: silentLog })).rejects.toBeInstanceOf(DependencyDown);
});

const unchanged = (bytes: Buffer): Buffer => bytes;

/** A way to the test's database, over which a client's first message goes on as `pass` makes it, and what it sends later as `passLater` does. */
async function startWay(pass = unchanged, passLater = unchanged) {
  const url = new URL(db.url);
  const { hostname, port } = url;
  const folder = url.searchParams.get('host');
  const sockets = new Set<Socket>();
  const way = createServer((socket) => {
    const onward = connect(
      folder === null ? { host: hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` },
    );
    for (const each of [socket, onward]) sockets.add(each.on('error', () => undefined));
    socket.once('data', (first: Buffer) => {
      onward.write(pass(first));
      socket.on('data', (later: Buffer) => void onward.write(passLater(later)));
      socket.on('end', () => onward.end());
      onward.pipe(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const address = way.address();
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return {
    url: url.href,
    cut: () => {
      way.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A client's first message without its time limits, as PgBouncer sends it on: length, version, and texts that end with zeros. */
function withoutLimits(first: Buffer): Buffer {
  const texts = first.subarray(8).toString('latin1').split('\0');
  const isLimit = (name = ''): boolean => /^(?:statement|idle_in_transaction_session)_timeout$/.test(name);
  const kept = texts.filter((text, at) => !isLimit(at % 2 === 0 ? text : texts[at - 1]));
  const message = Buffer.concat([first.subarray(0, 8), Buffer.from(kept.join('\0'), 'latin1')]);
  message.writeInt32BE(message.length);
  return message;
}

test('[I8] behind a pooler that drops the time limits of connections each transaction has them: a paused program keeps no lock', async () => {
  const way = await startWay(withoutLimits);
  const database = await openDatabase({ url: way.url, log: silentLog });
  const LIMITS = `select array[current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout')] as limits`;
  const read = (connection: Connection) => connection.query(LIMITS);
  expect(await read(database)).toEqual([{ limits: ['0', '0'] }]);
  expect(await database.transaction(read)).toEqual([{ limits: ['30s', '1min'] }]);
  expect(await database.transaction(read, 'patient')).toEqual([{ limits: ['30min', '1min'] }]);
  for await (const rows of database.readPages(LIMITS, [], 1)) expect(rows).toEqual([{ limits: ['30s', '1min'] }]);
  // Not beyond it: another program's transaction may be the connection's next one.
  expect(await read(database)).toEqual([{ limits: ['0', '0'] }]);
  await database.close();
  way.cut();
});

test('[I2] a statement whose transaction can not begin is not run, and no later one of it', async () => {
  let isRefused = false;
  const way = await startWay(unchanged, (bytes) =>
    isRefused ? Buffer.from(bytes.toString('latin1').replace('begin isolation', 'begin isolating'), 'latin1') : bytes,
  );
  const database = await openDatabase({ url: way.url, maxConnections: 1, log: silentLog });
  const add = (tx: Transaction, id: number) => tx.query(`insert into place values ($1, 0)`, [id], 'add-place');
  isRefused = true;
  await expect(database.transaction((tx) => add(tx, 20))).rejects.toThrow('isolating');
  const ignoring = database.transaction(async (tx) => {
    await add(tx, 21).catch(() => undefined);
    await add(tx, 22);
  });
  await expect(ignoring).rejects.toThrow('could not begin');
  const swallowed = database.transaction(async (tx) => void (await add(tx, 23).catch(() => undefined)));
  await expect(swallowed).rejects.toThrow('could not begin');
  isRefused = false;
  // The same connection, which has still to prepare the statement.
  await database.transaction((tx) => add(tx, 24));
  await database.transaction((tx) => add(tx, 25));
  expect(await db.database.query(`select id from place where id between 20 and 29 order by id`)).toEqual([
    { id: 24 },
    { id: 25 },
  ]);
  await database.close();
  way.cut();
});

test("a transaction's first statement is prepared once for a connection, also where it failed before", async () => {
  const database = await openDatabase({ url: db.url, maxConnections: 1, log: silentLog });
  const read = (tx: Transaction) => tx.query(`select n from later_made`, [], 'read-later-made');
  await expect(database.transaction(read)).rejects.toThrow('does not exist');
  await database.query(`create table later_made (n int)`);
  for (let times = 0; times < 3; times += 1) expect(await database.transaction(read)).toEqual([]);
  const [row] = await database.query(
    `select count(*)::int as statements, sum(generic_plans + custom_plans)::int as runs
     from pg_prepared_statements where name like 'read-later-made-%'`,
  );
  expect(row).toEqual({ statements: 1, runs: 3 });
  await database.close();
});

test('a value that can not be sent fails its own transaction alone: statements are prepared as before', async () => {
  const database = await openDatabase({ url: db.url, maxConnections: 1, log: silentLog });
  const value = {
    toPostgres: () => {
      throw new Error('has no text');
    },
  };
  const first = (tx: Transaction, given: unknown) => tx.query(`select $1::text as first`, [given], 'send-first');
  const later = async (tx: Transaction, given: unknown) => {
    await tx.query(`select 1`);
    return tx.query(`select $1::text as later`, [given], 'send-later');
  };
  for (const ask of [first, later]) {
    await expect(database.transaction((tx) => ask(tx, value))).rejects.toThrow('has no text');
    await database.transaction((tx) => ask(tx, 'a text'));
    const ignoring = database.transaction(async (tx) => void (await ask(tx, value).catch(() => undefined)));
    await expect(ignoring).rejects.toThrow(/ignored|could not begin/);
    await database.transaction((tx) => ask(tx, 'a text'));
  }
  expect(await database.query(`select 1 from pg_prepared_statements where name like 'send-later-%'`)).toHaveLength(1);
  await database.close();
});

test('a transaction of one statement asks the server twice, and one of none not at all', async () => {
  let asked = 0;
  // Sync ends what is asked with values, a whole message what is asked without.
  const count = (bytes: Buffer): Buffer => {
    for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1))
      if (['S', 'Q'].includes(String.fromCodePoint(bytes[at] ?? 0))) asked += 1;
    return bytes;
  };
  const way = await startWay(unchanged, count);
  const database = await openDatabase({ url: way.url, maxConnections: 1, log: silentLog });
  const askedFor = async (work: (tx: Transaction) => Promise<unknown>): Promise<number> => {
    asked = 0;
    await database.transaction(work);
    return asked;
  };
  expect(await askedFor((tx) => tx.query('select 1'))).toBe(2);
  expect(await askedFor((tx) => Promise.all([tx.query('select 1'), tx.query('select 2')]))).toBe(3);
  expect(await askedFor(async () => undefined)).toBe(0);
  await database.close();
  way.cut();
});

test('a database that is gone is DependencyDown for who reads it in pages too', async () => {
  const way = await startWay();
  const database = await openDatabase({ url: way.url, log: silentLog });
  way.cut();
  await expect(database.query('select 1')).rejects.toBeInstanceOf(DependencyDown);
  await expect(database.readPages('select 1', [], 1).next()).rejects.toBeInstanceOf(DependencyDown);
  await database.close();
});

/** What a server answers that refuses a connection: an error of the protocol, and the end. */
const refusal = (words: string, code = '08P01'): Buffer => {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${words}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + length.length);
  return Buffer.concat([Buffer.from('E'), length, fields]);
};

test('[I7] what was prepared before a newer version added a column is prepared again, in transactions too', async () => {
  const { database } = db;
  await database.query('create table widened (id int); insert into widened values (1)');
  const read = (connection: Connection) => connection.query('select * from widened', [], 'read-widened');
  const inTransaction = () => database.transaction(read);
  // On every connection of the pool.
  const readAll = () =>
    Promise.all(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? read(database) : inTransaction())));
  await readAll();
  await database.query(`alter table widened add column colour text default 'red'`);
  const rows = await readAll();
  expect(rows).toEqual(rows.map(() => [{ id: 1, colour: 'red' }]));
  expect(await inTransaction()).toEqual([{ id: 1, colour: 'red' }]);
});

test('[O9] a PgBouncer that refuses the time limits of connections is named with what to set, other refusals are not', async () => {
  let words = '';
  const server = createServer((socket) => socket.once('data', () => socket.end(refusal(words)))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `postgres://one@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/books`;
  words = 'unsupported startup parameter: statement_timeout';
  await expect(openDatabase({ url, log: silentLog })).rejects.toThrow(/its ignore_startup_parameters/);
  words = 'no more connections allowed';
  await expect(openDatabase({ url, log: silentLog })).rejects.toBeInstanceOf(DependencyDown);
  server.close();
});

test('[I2] whatever keeps a connection from being made is DependencyDown: a refused password, a database that is renamed', async () => {
  const refusals = [
    refusal('password authentication failed', '28P01'),
    refusal('database "books" does not exist', '3D000'),
    // Of a server that speaks another protocol, as where an address is a proxy's.
    Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ];
  for (const each of refusals) {
    const server = createServer((socket) => socket.once('data', () => socket.end(each))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `postgres://one@127.0.0.1:${typeof address === 'object' ? address?.port : ''}/books`;
    await expect(openDatabase({ url, log: silentLog })).rejects.toBeInstanceOf(DependencyDown);
    server.close();
  }
});

test('what reads whole tables has half an hour, and everything else half a minute', async () => {
  const limitOf = async (connection: Connection) => {
    const [row] = await connection.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    return row?.limit;
  };
  expect(await limitOf(db.database)).toBe('30s');
  expect(await limitOf(db.database.patient)).toBe('30min');
});

test('rows are read a page at a time, of one snapshot: no page before it is asked for, and none once its reader has left', async () => {
  const { database } = db;
  const now = async () => (await database.query<{ at: Date }>(`select clock_timestamp() as at`))[0]?.at ?? new Date(0);
  const pages = database.readPages<{ n: number; at: Date }>(
    `select n, clock_timestamp() as at from generate_series($1::int, 2500) n`,
    [1],
    1_000,
  );
  expect((await pages.next()).value).toHaveLength(1_000);
  const between = await now();
  const [first] = (await pages.next()).value ?? [];
  expect(first?.n).toBe(1_001);
  expect(first?.at.getTime()).toBeGreaterThanOrEqual(between.getTime());
  expect((await pages.next()).value).toHaveLength(500);
  expect((await pages.next()).done).toBe(true);
  // More readers than there are connections: each that leaves gives its own back.
  for (let reader = 0; reader < 20; reader += 1) {
    for await (const rows of database.readPages(`select generate_series(1, 10)`, [], 3)) {
      expect(rows).toHaveLength(3);
      break;
    }
  }
  await expect(database.readPages(`select 1 / 0`, [], 1).next()).rejects.toThrow('division by zero');
  // Whose connection is ended between two pages, as that of one who takes none for a minute.
  const lost = database.readPages<{ pid: number }>(`select pg_backend_pid() as pid from generate_series(1, 10)`, [], 3);
  const [{ pid } = { pid: 0 }] = (await lost.next()).value ?? [];
  await database.query(`select pg_terminate_backend($1)`, [pid]);
  await expect(lost.next()).rejects.toThrow(/terminat|does not answer/);
  expect(await database.query(`select 1 as one`)).toEqual([{ one: 1 }]);
});
