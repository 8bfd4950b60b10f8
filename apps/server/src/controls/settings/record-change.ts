import { isDeepStrictEqual } from 'node:util';
import { TEXTS } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { insertChange } from './db.ts';

/** Announced with every change, so that this process reads what holds anew at once; others within a second. */
export const SETTINGS_CHANGED = 'settings';

/**
 * Records that an administrator replaces `before`, read at `version`, with `after`. Throws 422 where nothing is
 * different and 409 where somebody else has changed it since it was read: the later one decides on what is there.
 */
export async function recordChange(
  tx: Transaction,
  change: { subject: string; version: number; before: unknown; after: unknown; adminId: string },
): Promise<void> {
  if (isDeepStrictEqual(change.before, change.after)) throw ruleBroken(`${TEXTS.noChanges}.`);
  if (!(await insertChange(tx, change))) {
    throw conflict(
      'Somebody else has changed this since, and what you typed was not saved. Please look at what holds now and save again.',
    );
  }
  tx.announce(SETTINGS_CHANGED);
}
