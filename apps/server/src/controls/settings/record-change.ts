import { isDeepStrictEqual } from 'node:util';
import { endpoints, TEXTS } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { requireStillAllowed } from '../approvals/record-decision.ts';
import { insertChange, type NewChange } from './db.ts';

/** Announced with every change, so that this process reads the settings again at once; others within a second. */
export const SETTINGS_CHANGED = 'settings';

/**
 * Records that an administrator replaces `before`, read at `version`, with `after`. Throws 422 where nothing is
 * different, 409 where it has been changed since it was read, and 401 where they are no longer an administrator.
 */
export async function recordChange(tx: Transaction, change: NewChange): Promise<void> {
  await requireStillAllowed(tx, change.adminId, endpoints.settings.saveApprovals);
  if (isDeepStrictEqual(change.before, change.after)) throw ruleBroken(`${TEXTS.noChanges}.`);
  if (!(await insertChange(tx, change))) {
    throw conflict(
      'This has been changed since you opened it, and your input was not saved. Please check the present values and save again.',
    );
  }
  tx.announce(SETTINGS_CHANGED);
}
