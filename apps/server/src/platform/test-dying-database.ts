import type { Database } from './database.ts';

/** Around which of the next commits a process dies: that many pass before, and it is before or after the commit itself. */
export interface Death {
  readonly at: number;
  readonly afterCommit: boolean;
}

/** For tests: a database on which a process dies, once, around a commit that the test has armed. */
export function createDyingDatabase(database: Database) {
  let dies: (Death & { left: number }) | null = null;
  const dying: Database = {
    ...database,
    transaction: async (work) => {
      const isNow = dies?.left === 0;
      const afterCommit = dies?.afterCommit === true;
      if (dies !== null) dies.left -= 1;
      if (isNow && !afterCommit) throw new Error('died before the commit');
      const result = await database.transaction(work);
      if (isNow) throw new Error('died after the commit');
      return result;
    },
  };
  return {
    database: dying,
    arm: (next: Death | null) => {
      dies = next === null ? null : { ...next, left: next.at };
    },
  };
}
