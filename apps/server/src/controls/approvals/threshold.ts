import { type Approvals, DEFAULT_SETTINGS } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { loadNewest } from '../settings/db.ts';
import { readSection } from '../settings/setting.ts';

/** The settings' section that has the threshold. */
export const SUBJECT = 'approvals';

/** Above which naira two administrators have to approve, as it holds at this moment on the given connection. */
export async function approvalsWithin(connection: Connection): Promise<Approvals> {
  return (await decidedApprovals(connection)) ?? DEFAULT_SETTINGS.approvals;
}

/** What an administrator decided on that, at this moment on the given connection; null: none did, and the default holds. */
async function decidedApprovals(connection: Connection): Promise<Approvals | null> {
  const change = (await loadNewest(connection, [SUBJECT])).get(SUBJECT);
  return change === undefined ? null : readSection(SUBJECT, change.after, DEFAULT_SETTINGS.approvals);
}

/**
 * How many administrators there have to be: two where one of them decided that large orders need two approvals, as otherwise that rule
 * could not be ended. While only its default holds one may be left, for whom large orders wait until there is another.
 */
export async function countAdminsNeeded(tx: Transaction): Promise<1 | 2> {
  return ((await decidedApprovals(tx))?.secondAboveKobo ?? null) === null ? 1 : 2;
}
