import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../events.ts';
import { recordAccountChange } from '../accounts/db.ts';
import { type Change, changeMail } from './mails.ts';

/** Records the change, and has the owner notified by mail, if and only if it commits. */
export async function tellOwner(
  tx: Transaction,
  owner: { id: UserId; email: string; publicOrigin: string; now: Date },
  change: Change,
): Promise<void> {
  await recordAccountChange(tx, { userId: owner.id, change, now: owner.now });
  await emit(tx, { type: 'mail.send', payload: { to: owner.email, ...changeMail(owner.publicOrigin, change) } });
}
