import { type Approvals, DEFAULT_SETTINGS } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { loadNewest } from '../settings/db.ts';
import { readSection } from '../settings/setting.ts';

/** The settings' section that has the threshold. */
export const SUBJECT = 'approvals';

/** The naira above which two administrators have to approve, at this moment on the given connection. */
export async function approvalsWithin(connection: Connection): Promise<Approvals> {
  return (await decidedApprovals(connection)) ?? DEFAULT_SETTINGS.approvals;
}

/** An administrator's setting of it, at this moment on the given connection; null: the default applies. */
async function decidedApprovals(connection: Connection): Promise<Approvals | null> {
  const change = (await loadNewest(connection, [SUBJECT])).get(SUBJECT);
  return change === undefined ? null : readSection(SUBJECT, change.after, DEFAULT_SETTINGS.approvals);
}

/**
 * The minimum number of administrators: two where one of them decided that large orders need two approvals, as
 * otherwise that rule could not be ended. With only its default one is enough, and large orders wait until there is
 * another.
 */
export async function countAdminsNeeded(tx: Transaction): Promise<1 | 2> {
  return ((await decidedApprovals(tx))?.secondAboveKobo ?? null) === null ? 1 : 2;
}
