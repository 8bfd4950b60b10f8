import { fileURLToPath } from 'node:url';
import { openDatabase, type SocketAddress } from '@kobogate/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '@kobogate/server/src/platform/embedded-postgres.ts';
import { newId } from '@kobogate/server/src/platform/identifiers.ts';
import { migrate } from '@kobogate/server/src/platform/migrate.ts';
import type { TestProject } from 'vitest/node';
import { onServer, withDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../apps/server/migrations', import.meta.url));

/** One server for the whole test run: the one that TEST_DATABASE_URL names, or an embedded one in a temporary folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const isOwn = given === undefined;
  const { url, stop } = isOwn ? await startOwn() : { url: given, stop: async () => {} };
  const template = `kobogate_template_${newId().replaceAll('-', '')}`;
  try {
    await onServer(url, (server) => server.query(`create database ${template}`));
    const database = await openDatabase({ url: withDatabase(url, template), log: silentLog });
    try {
      await migrate(database, MIGRATIONS);
    } finally {
      await database.close();
    }
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testServer', { url, template, isOwn, syncsFiles: !isOwn && (await syncsFiles(url)) });
  return async () => {
    await onServer(url, (server) => server.query(`drop database ${template} with (force)`));
    await stop();
  };
}

const syncsFiles = async (url: string): Promise<boolean> => {
  const [row] = await onServer(url, (server) =>
    server.query<{ fsync: string }>(`select current_setting('fsync') as fsync`),
  );
  return row?.fsync !== 'off';
};

/**
 * The databases are thrown away, so none has to survive a loss of power. And with small tables it takes longer to plan for each
 * call's values than to run the call.
 */
const LOOSE = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'autovacuum = off',
  'plan_cache_mode = force_generic_plan',
];

async function startOwn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await createTemporaryFolder('test');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const url = urlOf(embedded.address);
  await onServer(url, async (server) => {
    for (const setting of LOOSE) await server.query(`alter system set ${setting}`);
    await server.query('select pg_reload_conf()');
  });
  return {
    url,
    stop: async () => {
      await embedded.stop();
      await folder.remove();
    },
  };
}

function urlOf({ host, port, user, database }: SocketAddress): string {
  const address = new URL(`postgres://localhost:${port}/${database}`);
  address.searchParams.set('host', host);
  address.searchParams.set('user', user);
  return address.href;
}
