import { type AccountRef, operatorFunds, post, receivable, unclaimed } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { emitMany } from '../../events.ts';
import type { BlockRef } from './blocks.ts';
import { collectReceivables } from './collect-receivable.ts';
import { deleteBlocksAbove, endDeposits, holdTip, lockDepositsAbove, type LostDeposit } from './db.ts';
import type { TakeOutSurpluses } from './drawing.ts';
import type { Outgoing } from './outgoing.ts';
import type { Traces } from './traces.ts';
import { arrivalOf, decideRemoval, isOwned } from './deposit.ts';

interface RemoveDependencies {
  readonly database: Database;
  readonly log: Log;
  readonly outgoing?: Outgoing | undefined;
  readonly traces?: Traces | undefined;
  /** What becomes of surpluses that were found in these blocks. */
  readonly takeOut?: TakeOutSurpluses | undefined;
}

export interface RemoveInput {
  readonly network: string;
  readonly tip: BlockRef;
  /** The newest block that we and the node both have. */
  readonly common: BlockRef;
}

/**
 * Handles a reorganisation: deletes the blocks above `common` and ends their deposits in one transaction. Deposits that
 * were not final are dropped. Credited ones are reverted: the customer owes them, the balance is collected at once, and
 * the log raises an alarm. So it does where surpluses leave the books that were found in these blocks. Does nothing where the stored
 * tip has changed.
 */
export async function removeBlocks(
  { database, log, outgoing, traces, takeOut }: RemoveDependencies,
  { network, tip, common }: RemoveInput,
): Promise<void> {
  const { reverted, left } = await database.transaction(async (tx) => {
    if (!(await holdTip(tx, network, tip))) return { reverted: [], left: [] };
    // First, as it locks them: people make deposits of them.
    const surpluses = (await takeOut?.(tx, network, common.height)) ?? [];
    const lost = await lockDepositsAbove(tx, network, common.height);
    const dropped = lost.filter(({ status }) => decideRemoval(status) === 'dropped');
    const undone = lost.filter(({ status }) => decideRemoval(status) === 'reverted');
    await deleteBlocksAbove(tx, network, common.height);
    await traces?.forgetAbove(tx, network, common.height);
    await outgoing?.forgetAbove(tx, network, common.height);
    await endLost(tx, 'dropped', dropped);
    await endLost(tx, 'reverted', undone);
    const credited = undone.filter(({ amount }) => amount > 0n);
    await takeBack(tx, credited);
    return { reverted: credited, left: surpluses };
  });
  log.warn({ network, from: tip.height.toString(), to: common.height.toString() }, 'the chain has replaced blocks');
  for (const { id, userId, asset, amount } of reverted) {
    const alarm = { network, depositId: id, userId, asset, amount: amount.toString() };
    log.error(
      alarm,
      userId === null
        ? 'the chain took back a deposit without a known owner; it is out of the books again'
        : 'the chain took back a deposit that had been credited; it is booked as owed by the customer',
    );
  }
  for (const { asset, amount } of left) {
    log.error(
      { network, asset, amount: amount.toString() },
      'the chain replaced the block at which coins were found that no known payment explains; they are out of the books again',
    );
  }
}

/** Ends deposits, and says so. */
export async function endLost(
  tx: Transaction,
  status: 'dropped' | 'reverted',
  deposits: readonly LostDeposit[],
): Promise<void> {
  if (deposits.length === 0) return;
  await endDeposits(
    tx,
    status,
    deposits.map(({ id }) => id),
  );
  await emitMany(
    tx,
    deposits.filter(isOwned).map(({ id }) => ({
      type: status === 'dropped' ? 'deposit.dropped' : 'deposit.reverted',
      payload: { depositId: id },
    })),
  );
}

function owedBy({ userId, asset, isOperators }: LostDeposit): AccountRef {
  if (userId !== null) return receivable(userId, asset);
  return isOperators ? operatorFunds(asset) : unclaimed(asset);
}

async function takeBack(tx: Transaction, deposits: readonly LostDeposit[]): Promise<void> {
  if (deposits.length === 0) return;
  await post(
    tx,
    deposits.map((deposit) => ({
      source: 'deposit-reverted',
      sourceId: deposit.id,
      description: 'Deposit taken back by the chain',
      transfers: arrivalOf(deposit, owedBy(deposit)).map(({ debit, credit, amount }) => ({
        debit: credit,
        credit: debit,
        amount,
      })),
    })),
  );
  await collectReceivables(tx, deposits.filter(isOwned));
}
