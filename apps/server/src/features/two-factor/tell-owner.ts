import type { Transaction } from '../../platform/database.ts';
import { emit } from '../../platform/queue.ts';
import { changeMail, type Change } from './mails.ts';

/** Has the owner told by mail, if and only if the change commits. */
export async function tellOwner(
  tx: Transaction,
  owner: { email: string; publicOrigin: string },
  change: Change,
): Promise<void> {
  await emit(tx, { type: 'mail.send', payload: { to: owner.email, ...changeMail(owner.publicOrigin, change) } });
}
