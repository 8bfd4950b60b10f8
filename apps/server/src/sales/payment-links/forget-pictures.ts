import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteUnusedPictures } from './db-pictures.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Forgets the pictures that were sent a day ago or earlier and that no link shows. */
export async function forgetPictures({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await deleteUnusedPictures(database, new Date(clock.now().getTime() - DAY_MILLISECONDS));
}
