import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@kobogate/server/src/platform/database.ts';
import { migrate } from '@kobogate/server/src/platform/migrate.ts';
import { MIGRATIONS } from '../books/backup.ts';
import { createBlankDatabase, type TestDatabase } from './database.ts';
import { silentLog } from './log.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** For tests: a database as the version before a migration left it, which is named by its number. */
export async function createDatabaseBefore(migration: string): Promise<TestDatabase> {
  const { url, drop } = await createBlankDatabase();
  const folder = await createTemporaryFolder('migrations');
  for (const name of (await readdir(MIGRATIONS)).filter((each) => each < migration)) {
    await copyFile(join(MIGRATIONS, name), join(folder.path, name));
  }
  const database = await openDatabase({ url, maxConnections: 8, log: silentLog });
  await migrate(database, folder.path);
  await folder.remove();
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}
