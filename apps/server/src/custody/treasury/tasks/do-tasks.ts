import { NodeFault } from '../../deposits/chain.ts';
import { conflict, Failure } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import { makeOrderedNonces } from '../order-nonces.ts';
import { planSpending, type SpendingDependencies, treasuryOf, type Written } from '../plan-spending.ts';
import { replacePlan } from '../replace-plan.ts';
import type { WatchedTreasuryWallet } from '../settle-outgoing.ts';
import { claimTask, endTask, keepTask, type TaskRow } from '../plans/db.ts';
import { bookTopUp } from '../top-up.ts';

type TaskDependencies = SpendingDependencies & { readonly secretBox: SecretBox };

/** Much more often than a task is taken up as one whose worker has died. */
const KEEP_EVERY_MS = 60_000;
const FAULT = 'This did not work. Nothing was changed; the server’s log says why.';

/**
 * Does what administrators asked of the treasury on a network, one after the other. A plan and the end of its task are
 * one transaction, so that a crash makes no second plan of it.
 */
export async function doTasks(
  dependencies: TaskDependencies & { readonly log: Log },
  watched: WatchedTreasuryWallet,
): Promise<void> {
  const { database, log } = dependencies;
  const { network } = watched.treasuryWallet;
  for (;;) {
    const task = await claimTask(database, network);
    if (task === null) return;
    // A node may take an hour to search for our coins, and refuses a second search until then.
    const keeping = setInterval(() => {
      keepTask(database, task.id).catch((error: unknown) =>
        log.warn({ err: error, network, kind: task.kind }, 'a task of the treasury is not kept'),
      );
    }, KEEP_EVERY_MS);
    try {
      await doTask(dependencies, watched, task);
    } catch (fault) {
      const isForPeople = fault instanceof Failure || fault instanceof NodeFault;
      if (!isForPeople) log.error({ err: fault, network, kind: task.kind }, 'a task of the treasury failed');
      await endTask(database, task.id, { isDone: false, words: [isForPeople ? fault.message : FAULT] });
    } finally {
      clearInterval(keeping);
    }
  }
}

async function doTask(
  dependencies: TaskDependencies,
  { treasuryWallet, confirmations }: WatchedTreasuryWallet,
  task: TaskRow,
): Promise<void> {
  const { id, kind, askedBy: madeBy } = task;
  const ending = {
    treasuryWallet,
    madeBy,
    onWritten: async (tx: Parameters<typeof endTask>[0], written: Written) => {
      if (!(await endTask(tx, id, describeWritten(written, kind)))) {
        throw conflict('Another worker has done this by now.');
      }
    },
  };
  switch (kind) {
    case 'sweep':
    case 'refunds':
      await planSpending(dependencies, { ...ending, isSweep: kind === 'sweep', isEverywhere: task.isEverywhere });
      return;
    case 'replace':
      await replacePlan(dependencies, { ...ending, confirmations, planId: task.planId });
      return;
    case 'top-up': {
      const booked = await bookTopUp(dependencies, treasuryWallet);
      const words =
        booked.length === 0
          ? ['The treasury holds no more than the ledger says.']
          : [`Booked as the operator’s own: ${booked.join(', ')}.`];
      await endTask(dependencies.database, id, { isDone: true, words });
      return;
    }
    case 'nonces': {
      const treasury = treasuryOf(dependencies.addressSources, treasuryWallet.network).address;
      const outcome = await makeOrderedNonces(dependencies, { treasuryWallet, treasury, count: task.count ?? 1 });
      await endTask(dependencies.database, id, outcome);
    }
  }
}

/** What was planned, in sentences; not done where coins or refunds are there and nothing of them could be planned. Pure. */
function describeWritten(
  { plans, notes }: Written,
  kind: TaskRow['kind'],
): { readonly isDone: boolean; readonly words: string[] } {
  if (plans.length === 0) {
    if (kind === 'replace') {
      return { isDone: true, words: ['Nothing of the plan is left; its refunds wait for a decision.', ...notes] };
    }
    if (notes.length === 0) return { isDone: true, words: ['There is nothing to move.'] };
    return { isDone: false, words: ['Nothing could be moved.', ...notes] };
  }
  const count = plans.reduce((sum, { plan }) => sum + plan.transactions.length, 0);
  const transactions = `${count} transaction${count === 1 ? '' : 's'}`;
  const planned = plans.length === 1 ? `A plan of ${transactions}.` : `${transactions} in ${plans.length} parts.`;
  return { isDone: true, words: [planned, ...notes] };
}
