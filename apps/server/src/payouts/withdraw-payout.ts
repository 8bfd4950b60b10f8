import type { DepositId, PayoutId, UserId } from '@kobogate/contract';
import { screenOrder } from '../controls/index.ts';
import { balance, receivable } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { forgetApprovals, loadArrivals, type Order } from '../sales/index.ts';
import { wasClearedByPolicy } from './decide-hold.ts';
import { listQueuedOf, lockPayout } from './db.ts';
import { createPayoutWork, type MoveContext } from './payout-work.ts';

/** Why payouts end before they leave, and whether their owner is told; the reason is in the timeline, which they read. */
interface Withdrawal {
  readonly reason: string;
  readonly isTold: boolean;
}
/** Its owner was told of the account itself, and can't open the order. */
const DISABLED: Withdrawal = { reason: 'the account was disabled', isTold: false };
const TAKEN_BACK: Withdrawal = {
  reason: 'the chain took back coins of this account, which are owed to us',
  isTold: true,
};
/** Neutral: whom the sanctions list names is the team's to know. */
const LISTED: Withdrawal = { reason: 'we check this order once more before any naira leaves', isTold: true };

/**
 * Ends the queued payouts of an account that is disabled in this transaction, where the policy cleared their orders: an
 * outage may have kept them for hours. An administrator may send them again.
 */
export async function withdrawPayoutsOf(tx: Transaction, context: MoveContext, userId: UserId): Promise<void> {
  await withdrawAll(tx, context, userId, (order) => (wasClearedByPolicy(order) ? DISABLED : null));
}

/**
 * Handles a deposit that the chain took back, once custody and sales have collected what they could: while its owner owes
 * us such coins, their queued payouts for that coin end. An administrator may send them again.
 */
export async function withdrawAfterRevert(
  { database, ...context }: { readonly database: Database } & MoveContext,
  depositId: DepositId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const deposit = (await loadArrivals(tx, [depositId])).get(depositId);
    if (deposit === undefined) return;
    const { userId, asset } = deposit;
    if ((await balance(tx, receivable(userId, asset))) <= 0n) return;
    await withdrawAll(tx, context, userId, (order) => (order.asset === asset ? TAKEN_BACK : null));
  });
}

/**
 * Ends a queued payout of coins that can be from a sender whom the sanctions list names since it was made: an administrator
 * decides whether it is sent again. The hits are recorded, the administrators notified, and earlier approvals count no more.
 * Does nothing where it has left.
 */
export async function withdrawListed(
  { database, ...context }: { readonly database: Database } & MoveContext,
  payoutId: PayoutId,
): Promise<void> {
  await database.transaction(async (tx) => {
    const locked = await lockPayout(tx, payoutId);
    if (locked.payout.status !== 'queued' || !locked.payout.isListed) return;
    await screenOrder(tx, locked.order);
    // They were given without knowing of it.
    await forgetApprovals(tx, locked.order.id);
    const work = createPayoutWork();
    work.move(context, locked, { kind: 'withdraw', ...LISTED });
    await work.write(tx);
  });
}

/** Ends those queued payouts of a user for whose order `why` gives a reason. */
async function withdrawAll(
  tx: Transaction,
  context: MoveContext,
  userId: UserId,
  why: (order: Order) => Withdrawal | null,
): Promise<void> {
  const work = createPayoutWork();
  for (const id of await listQueuedOf(tx, userId)) {
    const locked = await lockPayout(tx, id);
    // It may have left while its lock was waited for.
    const withdrawal = locked.payout.status === 'queued' ? why(locked.order) : null;
    if (withdrawal !== null) work.move(context, locked, { kind: 'withdraw', ...withdrawal });
  }
  await work.write(tx);
}
