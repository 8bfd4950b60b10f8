import type { Database, Transaction } from './database.ts';

/** The exclusive right to do something for a time, measured by the database's clock alone. */
export interface Lease {
  /** Takes the lease if it is free, has expired or is ours; answers whether we have it now. */
  acquire(): Promise<boolean>;
  /** Prolongs a lease that is still ours; false means that it was lost. */
  renew(): Promise<boolean>;
  /** Releases it if it is ours. */
  release(): Promise<void>;
  /**
   * Whether it is ours, locked until the transaction ends, so that it can't be taken over before. Ask it in the
   * transaction of each write, because a paused process does not notice that its lease has expired.
   */
  isHeldWithin(tx: Transaction): Promise<boolean>;
}

/** A lease on `name` for `holder`, who must be unique per process, for `ttlMs` from each acquire or renew. */
export function createLease(database: Database, name: string, holder: string, ttlMs: number): Lease {
  return {
    acquire: async () => {
      const rows = await database.query(
        `insert into lease (name, holder, expires_at) values ($1, $2, clock_timestamp() + $3::int * interval '1 ms')
         on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
         where lease.holder = excluded.holder or lease.expires_at < clock_timestamp()
         returning name`,
        [name, holder, ttlMs],
      );
      return rows.length === 1;
    },
    renew: async () => {
      const rows = await database.query(
        `update lease set expires_at = clock_timestamp() + $3::int * interval '1 ms'
         where name = $1 and holder = $2 and expires_at >= clock_timestamp() returning name`,
        [name, holder, ttlMs],
      );
      return rows.length === 1;
    },
    release: async () => {
      await database.query(`delete from lease where name = $1 and holder = $2`, [name, holder]);
    },
    isHeldWithin: async (tx) => {
      const rows = await tx.query(
        `select name from lease where name = $1 and holder = $2 and expires_at >= clock_timestamp() for share`,
        [name, holder],
      );
      return rows.length === 1;
    },
  };
}
