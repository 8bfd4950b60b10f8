import type { UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { bringForward } from '../../events.ts';
import {
  type Fence,
  findFence,
  listChecks,
  lockDepartures,
  recordDecision,
  requireReason,
  saveFirstLift,
  saveLift,
} from '../../controls/index.ts';
import { resumePayouts } from '../../payouts/index.ts';
import { countOpen, findFirstLifter, findNow } from './db.ts';
import { type Compared, whatIsLeft } from './what-is-left.ts';

export interface LiftDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn' | 'error'>;
  readonly compared: Compared;
}

/**
 * An administrator's approval that payouts may leave again; the second one lifts the fence. Two different
 * administrators are needed, and one appointed within the last day can't approve. Answers what was done, in a sentence.
 * Throws 409 where no fence is up, something is left to do or they approved before, 403 for a new administrator.
 */
export async function liftFence(dependencies: LiftDependencies, { adminId }: { adminId: UserId }): Promise<string> {
  const isLifted = await dependencies.database.transaction(async (tx) => {
    const fence = await requireReady(tx, dependencies);
    const first = await findFirstLifter(tx, fence.id);
    const approval = await recordDecision(tx, {
      action: 'fence-lifted',
      adminId,
      userId: adminId,
      reason: `Raised at ${fence.raisedAt.toISOString()}: ${fence.reason}`,
      second: { thing: 'fence', nairaKobo: 'always', firstApprover: first, action: 'fence-first-lifted' },
    });
    if (approval === 'first') {
      await saveFirstLift(tx, fence.id, adminId);
      return false;
    }
    await saveLift(tx, { fenceId: fence.id, adminId, onMachine: null });
    return true;
  });
  if (!isLifted) return 'Recorded. A second administrator has to confirm it, or the operator on the machine.';
  await bringBack(dependencies);
  return 'Payouts leave again.';
}

/**
 * The operator's approval on the machine, in place of a second administrator, after one administrator has approved on
 * the page. Throws 409 where none has, no fence is up or something is left to do, 422 without a reason.
 */
export async function liftOnMachine(dependencies: LiftDependencies, reason: string): Promise<void> {
  requireReason(reason, 'It is kept for ever.');
  await dependencies.database.transaction(async (tx) => {
    const fence = await requireReady(tx, dependencies);
    const adminId = await findFirstLifter(tx, fence.id);
    if (adminId === null) throw conflict('An administrator has to confirm it first, on the page /admin/recovery.');
    await saveLift(tx, { fenceId: fence.id, adminId, onMachine: reason });
    const said = `With the operator on the machine: ${reason}`;
    await recordDecision(tx, { action: 'fence-lifted', adminId, userId: adminId, reason: said });
  });
  await bringBack(dependencies);
}

async function requireReady(tx: Transaction, { compared }: LiftDependencies): Promise<Fence> {
  await lockDepartures(tx);
  const fence = await findFence(tx);
  if (fence === null) throw conflict('Nothing is stopped: payouts leave.');
  const [checks, open] = [await listChecks(tx, fence.id), await countOpen(tx)];
  const now = await findNow(tx);
  const [left] = whatIsLeft(checks, open, compared, now);
  if (left !== undefined) throw conflict(`${left} Payouts stay stopped.`);
  return fence;
}

const AT_ONCE = 1_000;

/** Makes waiting payouts go on now instead of after their pause. Others go on when their pause ends. */
async function bringBack({ database, clock, log }: LiftDependencies): Promise<void> {
  try {
    await resumePayouts({ database });
    for (const type of ['deposit.reverted', 'deposit.corrected', 'order.payable', 'payout.due'] as const) {
      while ((await bringForward(database, type, clock.now(), AT_ONCE)) === AT_ONCE);
    }
  } catch (error) {
    log.warn({ err: error }, 'what waited for the fence could not be brought forward');
  }
}
