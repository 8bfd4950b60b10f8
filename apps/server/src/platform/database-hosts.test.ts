// Of several hosts the one that takes writes is used, also after another has become it; one that is down is passed over.
import { connect, createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { readAddresses } from './database-hosts.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { inSession } from './backup/session.ts';

test.each([
  ['postgres://u:p@one/books', ['postgres://u:p@one/books']],
  [
    'postgresql://one:1,two,three:3/books',
    ['postgresql://one:1/books', 'postgresql://two/books', 'postgresql://three:3/books'],
  ],
  [
    'postgres://u:p@ss@one,two:2/books?sslmode=verify-full&target_session_attrs=read-write',
    ['postgres://u:p%40ss@one/books?sslmode=verify-full', 'postgres://u:p%40ss@two:2/books?sslmode=verify-full'],
  ],
  ['postgres://one/books?sslmode=require', ['postgres://one/books?sslmode=verify-full']],
  [
    'postgres://one/books?sslmode=verify-ca&uselibpqcompat=true',
    ['postgres://one/books?sslmode=verify-ca&uselibpqcompat=true'],
  ],
  ['postgres://one/books?sslmode=disable', ['postgres://one/books?sslmode=disable']],
  ['postgres://[::1]:1,[::2]:2/books', ['postgres://[::1]:1/books', 'postgres://[::2]:2/books']],
  ['postgres:///books?host=/run/postgresql', ['postgres:///books?host=/run/postgresql']],
])('[O9] %s names these hosts', (url, addresses) => {
  expect(readAddresses(url)).toEqual(addresses);
});

test.each([
  'mysql://one/books',
  'one,two',
  'postgres://one,/books',
  'postgres://one,,two/books',
  'postgres://one:99999,two/books',
  'postgres://one,two/books?target_session_attrs=any',
  'postgres://one/books?target_session_attrs=standby',
  // It would be taken for another one, without encryption perhaps.
  'postgres://one/books?sslmode=verfy-full',
])('[O9] %s is refused', (url) => {
  expect(readAddresses(url)).toBeNull();
});

/** A PostgreSQL of its own with a door over TCP that can be closed. */
async function startServer(name: string) {
  const folder: TemporaryFolder = await createTemporaryFolder(`hosts-${name}`);
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const own = await openDatabase({ url: embedded.address, maxConnections: 1, log: silentLog });
  await own.query(`create table host as select '${name}' as name`);
  const open = new Set<() => void>();
  const door: Server = createServer((near) => {
    const far = connect(`${embedded.address.host}/.s.PGSQL.${embedded.address.port}`);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    open.add(end);
    near.on('error', end).on('close', end).pipe(far);
    far.on('error', end).on('close', end).pipe(near);
  });
  const listen = (port: number): Promise<number> =>
    new Promise((resolve) => door.listen(port, '127.0.0.1', () => resolve((door.address() as AddressInfo).port)));
  const port = await listen(0);
  const close = (): void => {
    door.close();
    for (const end of open) end();
  };
  return {
    host: `127.0.0.1:${port}`,
    /** As after a promotion or a demotion: open connections stay. */
    take: async (writes: boolean) => {
      // The statement itself must be able to write the file, whatever was set before.
      await own.query(`set default_transaction_read_only = off`);
      await own.query(`alter system set default_transaction_read_only = ${writes ? 'off' : 'on'}`);
      await own.query(`select pg_reload_conf()`);
    },
    close,
    open: () => listen(port),
    stop: async () => {
      if (door.listening) close();
      await own.close();
      await embedded.stop();
      await folder.remove();
    },
  };
}

type TestServer = Awaited<ReturnType<typeof startServer>>;
let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  [one, two] = await Promise.all([startServer('one'), startServer('two')]);
});
afterAll(() => Promise.all([one.stop(), two.stop()]));

const nameOf = `select name from host`;

test('[O9] statements, transactions and long sessions follow the writes from one host to the other, and back', async () => {
  await one.take(false);
  await two.take(true);
  const url = `postgres://kobogate@${one.host},${two.host}/postgres?target_session_attrs=read-write`;
  const database = await openDatabase({ url, maxConnections: 2, log: silentLog });
  const write = () =>
    database.transaction(async (tx) => {
      await tx.query(`create table written (n int)`);
      await tx.query(`drop table written`);
      return tx.query(nameOf);
    });
  expect(await database.query(nameOf)).toEqual([{ name: 'two' }]);
  expect(await database.patient.query(nameOf)).toEqual([{ name: 'two' }]);
  expect(await write()).toEqual([{ name: 'two' }]);

  await two.take(false);
  await one.take(true);
  // The open connection hears of it with its first write.
  await expect.poll(() => write().catch(() => null)).toEqual([{ name: 'one' }]);
  expect(await database.query(nameOf)).toEqual([{ name: 'one' }]);
  expect(await database.patient.query(nameOf)).toEqual([{ name: 'one' }]);
  expect(await inSession(url, 'begin', ({ tx }) => tx.query(nameOf))).toEqual([{ name: 'one' }]);

  one.close();
  await two.take(true);
  await expect.poll(() => write().catch(() => null)).toEqual([{ name: 'two' }]);
  two.close();
  await expect(write()).rejects.toThrow('The database does not answer');
  await one.open();
  await expect.poll(() => write().catch(() => null)).toEqual([{ name: 'one' }]);
  await database.close();
});
