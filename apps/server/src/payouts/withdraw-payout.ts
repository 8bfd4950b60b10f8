import type { DepositId, PayoutId, UserId } from '@kobogate/contract';
import type { Database, Transaction } from '../platform/database.ts';
import { wasClearedByPolicy } from './decide-hold.ts';
import { listQueuedOf, listQueuedOfOwing, lockPayout } from './db.ts';
import type { LockedPayout } from './payout.ts';
import { createPayoutWork, type MoveContext, type PayoutWork } from './payout-work.ts';

const CONTESTED = 'the bank’s answer about an earlier payout of this order has changed';
const DISABLED = 'the account was disabled';
const TAKEN_BACK = 'the chain took back coins of this account, which are owed to us';

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
  await withdrawAll(tx, context, await listQueuedOf(tx, userId), ({ order }) =>
    wasClearedByPolicy(order) ? DISABLED : null,
  );
}

/**
 * Handles a deposit that the chain took back, once custody and sales have collected what they could: while its owner owes
 * us such coins, their queued payouts for that coin end. An administrator may send them again.
 */
export async function withdrawAfterRevert(
  { database, ...context }: { readonly database: Database } & MoveContext,
  depositId: DepositId,
): Promise<void> {
  await database.transaction(async (tx) =>
    withdrawAll(tx, context, await listQueuedOfOwing(tx, depositId), () => TAKEN_BACK),
  );
}

/** Ends those of the payouts that are queued once they are locked, each for the reason that `why` gives; null: it stays. */
async function withdrawAll(
  tx: Transaction,
  context: MoveContext,
  ids: readonly PayoutId[],
  why: (locked: LockedPayout) => string | null,
): Promise<void> {
  const work = createPayoutWork();
  for (const id of ids) {
    const locked = await lockPayout(tx, id);
    const reason = locked.payout.status === 'queued' ? why(locked) : null;
    if (reason !== null) work.move(context, locked, { kind: 'withdraw', reason });
  }
  await work.write(tx);
}
