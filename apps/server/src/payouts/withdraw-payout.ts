import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../platform/database.ts';
import { wasClearedByPolicy } from './decide-hold.ts';
import { listQueuedOf, lockPayout } from './db.ts';
import type { LockedPayout } from './payout.ts';
import { createPayoutWork, type MoveContext, type PayoutWork } from './payout-work.ts';

const CONTESTED = 'the bank’s answer about an earlier payout of this order has changed';
const DISABLED = 'the account was disabled';

/**
 * Ends a queued payout while an administrator is called to another one of its order, which may have been paid after
 * all: they send it again or take the other one as paid. Answers whether it did.
 */
export function withdrawContested(work: PayoutWork, context: MoveContext, locked: LockedPayout): boolean {
  const { status, isContested } = locked.payout;
  if (status !== 'queued' || !isContested) return false;
  work.move(context, locked, { kind: 'withdraw', reason: CONTESTED });
  return true;
}

/**
 * Ends the queued payouts of an account that is disabled in this transaction, where the policy cleared their orders: an
 * outage may have kept them for hours. An administrator may send them again.
 */
export async function withdrawPayoutsOf(tx: Transaction, context: MoveContext, userId: UserId): Promise<void> {
  const work = createPayoutWork();
  for (const id of await listQueuedOf(tx, userId)) {
    const locked = await lockPayout(tx, id);
    // It may have left while its lock was waited for.
    if (locked.payout.status !== 'queued' || !wasClearedByPolicy(locked.order)) continue;
    work.move(context, locked, { kind: 'withdraw', reason: DISABLED });
  }
  await work.write(tx);
}
