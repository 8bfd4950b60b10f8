import { coinsOfDebt, type DepositId, type UserId } from '@kobogate/contract';
import { balance, receivable } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { loadArrivals, type Order } from '../sales/index.ts';
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

/**
 * Ends the queued payouts of an account that is disabled in this transaction, where the policy cleared their orders: an
 * outage may have kept them for hours. An administrator may send them again.
 */
export async function withdrawPayoutsOf(tx: Transaction, context: MoveContext, userId: UserId): Promise<void> {
  await withdrawAll(tx, context, userId, (order) => (wasClearedByPolicy(order) ? DISABLED : null));
}

/**
 * Handles a deposit that the chain took back, once custody and sales have collected what they could: while its owner owes
 * us such coins, their queued payouts for that coin, or for the one that it may have been credited as, end. An administrator may
 * send them again.
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
    const coins = coinsOfDebt(asset);
    await withdrawAll(tx, context, userId, (order) => (coins.includes(order.asset) ? TAKEN_BACK : null));
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
