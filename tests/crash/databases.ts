import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, type ExternalDatabase } from '../support/databases.ts';

/** The database of the running product, and the ways in which it comes to harm. */
export interface HarmedDatabase {
  /** Answers what `DATABASE_URL` is; empty where the product starts its own. */
  start(): Promise<string>;
  readonly victims: readonly string[];
  /** Does it; answers whether there was something to harm. */
  harm(victim: string): Promise<boolean>;
  /** Whether it is there again after the last harm, or after its start. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

/** The embedded one in the product's data folder, which is killed. */
export function embeddedDatabase(folder: string): HarmedDatabase {
  let dead = 0;
  const readPid = async (): Promise<number> => {
    const file = join(folder, 'postgres', 'cluster', 'postmaster.pid');
    return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  };
  return {
    start: async () => '',
    victims: ['database'],
    harm: async () => {
      const pid = await readPid();
      if (pid === 0) return false;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        return false;
      }
      dead = pid;
      return true;
    },
    isReady: async () => ![0, dead].includes(await readPid()),
    stop: async () => {},
  };
}

/** One of its own on the external server, which stays whole. */
export function externalDatabase(): HarmedDatabase {
  let database: ExternalDatabase | undefined;
  return {
    start: async () => {
      database = await createDatabase();
      return database.address;
    },
    victims: [],
    harm: async () => false,
    isReady: async () => true,
    stop: async () => database?.drop(),
  };
}
