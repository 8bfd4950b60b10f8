import { fileURLToPath } from 'node:url';
import { type Migration, readMigrations } from '@kobogate/server/src/platform/migrate.ts';
import { afterEach, beforeEach } from 'vitest';
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../platform/temporary-folder.ts';

/** The folder of the schema. */
export const MIGRATIONS = fileURLToPath(new URL('../../../../apps/server/migrations', import.meta.url));

/** For tests: a database to back up, a folder for its backups, an empty database to put one into, and every migration. */
export interface TestBackup {
  readonly folder: TemporaryFolder;
  readonly source: TestDatabase;
  readonly target: Pick<TestDatabase, 'url' | 'drop'>;
  readonly migrations: readonly Migration[];
}

/** For a test file: hands each of its tests such a place. */
export function useTestBackup(handOver: (backup: TestBackup) => void): void {
  let made: TestBackup;
  beforeEach(async () => {
    made = {
      folder: await createTemporaryFolder('backup'),
      source: await createTestDatabase(),
      target: await createBlankDatabase(),
      migrations: await readMigrations(MIGRATIONS),
    };
    handOver(made);
  });
  afterEach(async () => {
    await Promise.all([made.source.drop(), made.target.drop()]);
    await made.folder.remove();
  });
}
