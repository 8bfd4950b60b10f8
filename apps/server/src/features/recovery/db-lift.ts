import type { Transaction } from '../../platform/database.ts';
import { countsStill } from '../settings/db-proposals.ts';

/** Who was the first of two to say that a fence may be lifted; null: nobody, or somebody whose word counts no more. */
export async function findFirstLifter(tx: Transaction, fenceId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select a.id from fence f join app_user a on a.id = f.first_lifted_by
     where f.id = $1 and ${countsStill('a', 'f.first_lifted_at')}`,
    [fenceId],
  );
  return row?.id ?? null;
}
