import type { Database } from '../../apps/server/src/platform/database.ts';
import { newId } from '../../apps/server/src/platform/identifiers.ts';
import type { Post } from './candidate.ts';

/** The plain SQL function of reference-ledger.sql: one call, one transfer, one commit. */
export function plainLedger(database: Database): Post {
  return async (from, to) => {
    await database.query(`select plain_post($1, $2, $3, $4)`, [from, to, 125_000n, newId()], 'plain-post');
  };
}
