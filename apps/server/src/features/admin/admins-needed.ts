import type { Transaction } from '../../platform/database.ts';
import { approvalsWithin } from '../settings/save-approvals.ts';

/** How many administrators there have to be: two where large orders need two approvals, or nobody could end that rule. */
export async function countAdminsNeeded(tx: Transaction): Promise<1 | 2> {
  return (await approvalsWithin(tx)).secondAboveKobo === null ? 1 : 2;
}
