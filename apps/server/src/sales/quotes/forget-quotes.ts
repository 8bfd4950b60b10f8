import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { deleteQuotes } from '../../pricing/index.ts';
import { listUnusedQuotes } from './db.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes held rates a day after their end where no order was made at them: nobody can name one any more, and an open
 * page asks for one each minute. In batches, so that each statement is short.
 */
export async function forgetQuotes(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  batch = 5000,
): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  for (let isOpen = true; isOpen;) {
    const ids = await listUnusedQuotes(database, before, batch);
    await deleteQuotes(database, ids);
    isOpen = ids.length === batch;
  }
}
