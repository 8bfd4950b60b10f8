import type { FoundPaymentId, OutgoingId, PlanId } from '@kobogate/contract';
import { post } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Log } from '../../platform/log.ts';
import { insertOutgoing, listOutgoing, type OutgoingRow, renameOutgoing, saveOutgoing } from '../treasury/db.ts';
import { lockFamily } from '../treasury/plans/db.ts';
import { planOf } from '../treasury/planned-refunds.ts';
import { retireReplaced } from '../treasury/retire-replaced.ts';
import type { TreasuryWallet, Traced } from '../treasury/treasury-wallet.ts';
import { findOwnAddresses } from '../wallets/db.ts';
import {
  deleteFound,
  deleteUnread,
  endFound,
  type FoundTransaction,
  insertPayments,
  listSeen,
  lockPlansUnderWay,
  lockSeen,
  type PlanUnderWay,
  wereRestored,
} from './db.ts';
import { describeFound, isPlanned, paysRefundOf, usedUpBy } from './describe-found.ts';

/**
 * Books, once each, our transactions that were found on a network and are `confirmations` blocks deep, by what they moved on
 * the chain. One that does what a plan has is booked with that plan, also where another hash was handed in. Otherwise, if the
 * books were never restored, it is the operator's own and left out of them, unless it pays a refund whose own transaction it
 * excludes; in that case, and after a restore, payments to other addresses wait for an administrator. Transactions of plans
 * whose coins or numbers it has used up are ended, since no block can have them any more. The node is asked before the database
 * transaction is opened. One that can't be booked raises an alarm, is tried again, and does not delay the others.
 */
export async function bookFound(
  { database, log }: { readonly database: Database; readonly log: Log },
  {
    treasuryWallet,
    confirmations,
    tip,
  }: { readonly treasuryWallet: TreasuryWallet; readonly confirmations: number; readonly tip: bigint },
): Promise<void> {
  for (const found of await listSeen(database, treasuryWallet.network)) {
    const { blockHeight, blockHash, txid } = found;
    if (tip - blockHeight + 1n < BigInt(confirmations)) continue;
    try {
      const traced = await treasuryWallet.trace(txid, blockHash);
      if (traced !== null) await database.transaction((tx) => book(tx, treasuryWallet, found, traced));
    } catch (error) {
      log.error(
        { err: error, network: treasuryWallet.network, txid },
        'a found transaction was not booked; it is tried again',
      );
      await deleteUnread(database, treasuryWallet.network);
    }
  }
}

async function book(
  tx: Transaction,
  treasuryWallet: TreasuryWallet,
  found: FoundTransaction,
  traced: Traced,
): Promise<void> {
  // Plans first: all code that changes a plan's transaction locks the plan before.
  const plans = await lockPlansUnderWay(tx, treasuryWallet.network);
  const locked = await lockSeen(tx, found);
  if (locked === null) return;
  const { id, txid, network, blockHeight: height, blockHash: hash } = locked;
  const place = await findPlanned(tx, treasuryWallet, { plans, traced });
  if (place !== null) {
    const { planId, position, row } = place;
    const outgoingId = row?.id ?? newId<OutgoingId>();
    // It was sent with bytes that are not here; they are no longer needed.
    if (row === null) await insertOutgoing(tx, { id: outgoingId, network, txid, raw: '', planId, position });
    else await renameOutgoing(tx, outgoingId, txid);
    await saveOutgoing(tx, outgoingId, 'seen', { height, hash });
    return endFound(tx, id, { status: 'planned' });
  }
  const excluded = plans.map((plan) => Object.assign(usedUpBy(treasuryWallet, planOf(plan), traced), { plan }));
  const usedUp = excluded.flatMap((each) => each.usedUp);
  const isRefund = excluded.some(({ transactions }) => transactions.some((planned) => paysRefundOf(planned, traced)));
  if (isRefund || (await wereRestored(tx))) await bookAlone(tx, treasuryWallet, { found: locked, traced, usedUp });
  else if (usedUp.length > 0) await endFound(tx, id, { status: 'other', usedUp });
  else await deleteFound(tx, id);
  for (const { plan } of excluded.filter((each) => each.usedUp.length > 0)) {
    await retireReplaced(tx, treasuryWallet, await lockFamily(tx, plan.id));
  }
}

/** Books one that no plan has by what it moved. */
async function bookAlone(
  tx: Transaction,
  treasuryWallet: TreasuryWallet,
  {
    found: { id, txid },
    traced,
    usedUp,
  }: { readonly found: FoundTransaction; readonly traced: Traced; readonly usedUp: readonly string[] },
): Promise<void> {
  const own = await findOwnAddresses(
    tx,
    treasuryWallet.family,
    traced.changes.map(({ addressKey }) => addressKey),
  );
  const described = describeFound(treasuryWallet.network, traced, own);
  if (described === null) throw new Error(`what ${txid} moved does not even out`);
  const { transfers, payments } = described;
  if (transfers.length > 0) {
    const [result] = await post(tx, [
      { source: 'found-transaction', sourceId: id, description: `Found on the chain: ${txid}`, transfers },
    ]);
    if (result?.ok !== true) throw new Error(`the ledger refused to book ${txid}`);
  }
  await insertPayments(
    tx,
    payments.map((payment) => Object.assign({ id: newId<FoundPaymentId>(), transactionId: id }, payment)),
  );
  await endFound(tx, id, { status: 'booked', fee: traced.fee, usedUp });
}

/**
 * Its place in a plan, by what the transaction did: in a plan of which nothing was sent, or whose own transaction no block has,
 * for example because a wallet with the same words has sped that one up under another hash.
 */
async function findPlanned(
  tx: Transaction,
  treasuryWallet: TreasuryWallet,
  { plans, traced }: { readonly plans: readonly PlanUnderWay[]; readonly traced: Traced },
): Promise<{ planId: PlanId; position: number; row: OutgoingRow | null } | null> {
  for (const plan of plans) {
    const rows = new Map((await listOutgoing(tx, plan.id)).map((row) => [row.position, row]));
    const isFree = (row: OutgoingRow | undefined): boolean => (row === undefined ? plan.isOpen : row.status === 'sent');
    const position = planOf(plan).transactions.findIndex(
      (planned, at) => isFree(rows.get(at)) && isPlanned(treasuryWallet, planned, traced),
    );
    if (position >= 0) return { planId: plan.id, position, row: rows.get(position) ?? null };
  }
  return null;
}
