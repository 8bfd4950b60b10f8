import type { Transaction } from '../platform/database.ts';
import { decidedApprovals } from '../controls/index.ts';

/**
 * How many administrators there have to be: two where one of them decided that large orders need two approvals, as otherwise that rule
 * could not be ended. While only its default holds one may be left, for whom large orders wait until there is another.
 */
export async function countAdminsNeeded(tx: Transaction): Promise<1 | 2> {
  return ((await decidedApprovals(tx))?.secondAboveKobo ?? null) === null ? 1 : 2;
}
