import { post } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { emitMany } from '../../events.ts';
import type { BlockRef } from './blocks.ts';
import { arrivalOf, creditOf, decideConfirmations, isOwned, type OpenDeposit } from './deposit.ts';
import { collectReceivables } from './collect-receivable.ts';
import { holdTip, listOpenDeposits, saveCounts } from './db.ts';

/** The most deposits credited in one transaction, so that the accounts that it locks are soon free again. */
const MOST_AT_ONCE = 200;

/**
 * Counts confirmations from `tip`, the newest block that was read and that the node still has, and credits final
 * deposits: once, because the deposit's own id is the posting's source. Answers whether there is more to credit. Does
 * nothing where the stored tip has changed.
 */
export async function confirmDeposits(
  { database }: { database: Database },
  { network, tip }: { network: string; tip: BlockRef },
): Promise<boolean> {
  // Most calls find nothing to change: they should cost a read and no transaction.
  const open = await listOpenDeposits(database, network);
  if (!open.some((deposit) => hasChanged(deposit, tip.height))) return false;
  return database.transaction(async (tx) => {
    if (!(await holdTip(tx, network, tip))) return false;
    const changed = (await listOpenDeposits(tx, network)).filter((deposit) => hasChanged(deposit, tip.height));
    const due = changed.filter((deposit) => decideConfirmations(deposit, tip.height).status === 'confirmed');
    const now = due.slice(0, MOST_AT_ONCE);
    const later = new Set(due.slice(MOST_AT_ONCE));
    const counts = changed.filter((deposit) => !later.has(deposit));
    await saveCounts(
      tx,
      counts.map((deposit) => Object.assign(decideConfirmations(deposit, tip.height), { id: deposit.id })),
    );
    await credit(tx, now);
    return later.size > 0;
  });
}

function hasChanged(deposit: OpenDeposit, tip: bigint): boolean {
  const { status, confirmations } = decideConfirmations(deposit, tip);
  return status !== deposit.status || confirmations !== deposit.confirmations;
}

async function credit(tx: Transaction, deposits: readonly OpenDeposit[]): Promise<void> {
  if (deposits.length === 0) return;
  await emitMany(
    tx,
    deposits.filter(isOwned).map(({ id }) => ({ type: 'deposit.confirmed', payload: { depositId: id } })),
  );
  const results = await post(
    tx,
    deposits.map((deposit) => ({
      source: 'deposit',
      sourceId: deposit.id,
      description: 'Deposit confirmed',
      transfers: arrivalOf(deposit, creditOf(deposit)),
    })),
  );
  if (results.some(({ ok }) => !ok)) throw new Error('the ledger refused to credit a deposit');
  await collectReceivables(tx, deposits.filter(isOwned));
}
