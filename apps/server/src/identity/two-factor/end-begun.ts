import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { endSetUps } from './db.ts';

/** Ends, as two-factor turns on, what was begun without the new factor: set-ups of others, and a request to remove the former one. */
export async function endBegun(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await endSetUps(tx, userId);
  await lapseReset(tx, userId, now);
}
