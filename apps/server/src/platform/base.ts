import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';

/** What every room needs. */
export interface Base {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}
