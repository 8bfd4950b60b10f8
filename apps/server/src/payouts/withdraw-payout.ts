import { coinsOfDebt, type DepositId, type UserId } from '@kobogate/contract';
import { type DepartureGate, isFencedWithin, requireNoFence } from '../controls/index.ts';
import { balance, receivable } from '../ledger/index.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { loadArrivals, type Order } from '../sales/index.ts';
import { OF_DISABLED, TAKEN_BACK, wasClearedByPolicy, type Withdrawal } from './decide-hold.ts';
import { listQueuedOf, lockPayout } from './db.ts';
import { createPayoutWork, type MoveContext, type PayoutWork } from './payout-work.ts';

/**
 * Ends the queued payouts of an account that is disabled in this transaction, where the policy cleared their orders: an
 * outage may have kept them for hours. An administrator may send them again. While a fence is up they stay, as a bank may have made
 * them, and end in place of leaving (`send-payout.ts`).
 */
export async function withdrawPayoutsOf(tx: Transaction, context: MoveContext, userId: UserId): Promise<void> {
  const work = await withdrawAll(tx, context, userId, (order) => (wasClearedByPolicy(order) ? OF_DISABLED : null));
  // After the orders' locks, as where a payout leaves.
  if (work !== null && !(await isFencedWithin(tx))) await work.write(tx);
}

interface RevertDependencies extends MoveContext {
  readonly database: Database;
  readonly gate: Pick<DepartureGate, 'requireOpen'>;
}

/**
 * Handles a deposit that the chain took back, or that was another's, once custody and sales have collected what they could: while its owner owes
 * us such coins, their queued payouts for that coin, or for the one that it may have been credited as, end. An administrator may
 * send them again. Throws 503 where there are some and nothing may leave now: of a database from before they left they would be called unsent, although
 * a bank has them, and be sent once more.
 */
export async function withdrawAfterRevert(
  { database, gate, ...context }: RevertDependencies,
  depositId: DepositId,
): Promise<void> {
  const owing = await database.transaction((tx) => findOwing(tx, depositId));
  if (owing === null || (await listQueuedOf(database, owing.userId)).length === 0) return;
  await gate.requireOpen();
  await database.transaction(async (tx) => {
    const now = await findOwing(tx, depositId);
    if (now === null) return;
    const { userId, coins } = now;
    const work = await withdrawAll(tx, context, userId, (order) => (coins.includes(order.asset) ? TAKEN_BACK : null));
    if (work === null) return;
    await requireNoFence(tx);
    await work.write(tx);
  });
}

/** Who owes us coins of such a deposit, and the coins that pay for them; null where nobody does. */
async function findOwing(
  tx: Transaction,
  depositId: DepositId,
): Promise<{ userId: UserId; coins: readonly string[] } | null> {
  const deposit = (await loadArrivals(tx, [depositId])).get(depositId);
  if (deposit === undefined) return null;
  const { userId, asset } = deposit;
  return (await balance(tx, receivable(userId, asset))) > 0n ? { userId, coins: coinsOfDebt(asset) } : null;
}

/** Locks and ends those queued payouts of a user for whose order `why` gives a reason: once the work is written. Null: there are none. */
async function withdrawAll(
  tx: Transaction,
  context: MoveContext,
  userId: UserId,
  why: (order: Order) => Withdrawal | null,
): Promise<PayoutWork | null> {
  const work = createPayoutWork();
  let isAny = false;
  for (const id of await listQueuedOf(tx, userId)) {
    const locked = await lockPayout(tx, id);
    // It may have left while its lock was waited for.
    const withdrawal = locked.payout.status === 'queued' ? why(locked.order) : null;
    if (withdrawal === null) continue;
    work.move(context, locked, { kind: 'withdraw', ...withdrawal });
    isAny = true;
  }
  return isAny ? work : null;
}
