import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { countLinesWithoutMonth } from '../orders/db.ts';

const DAY_MS = 86_400_000;

/** How many lines of the last day's orders are in no month's part: 0 while the timer `make-months` runs and clocks are right. */
export const countStrayLines = ({
  database,
  clock,
}: {
  readonly database: Connection;
  readonly clock: Clock;
}): Promise<number> => countLinesWithoutMonth(database, new Date(clock.now().getTime() - DAY_MS));
