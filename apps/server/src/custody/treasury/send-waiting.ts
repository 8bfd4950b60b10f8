import type { PlanId } from '@kobogate/contract';
import { isFenced, requireNoFence } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { forgetHanded, listOutgoing, listUnhanded } from './db.ts';
import { sendStage } from './send-plan.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';
import { findPlan } from './plans/db.ts';

/**
 * Sends recorded transactions that no node has: a later stage once the one before it is in blocks; a part once the parts before
 * it are; one that a crash or a reorganisation left out; and, each minute, one that the network refused.
 */
export async function sendWaiting(
  { database, log }: { readonly database: Database; readonly log: Log },
  treasuryWallet: TreasuryWallet,
): Promise<void> {
  const waiting = await listUnhanded(database, treasuryWallet.network);
  if (waiting.length === 0 || (await isFenced(database))) return;
  for (const { planId } of waiting) {
    const { refusals } = await sendStage({ database }, { treasuryWallet, planId });
    for (const refusal of refusals) {
      log.warn({ network: treasuryWallet.network, planId, refusal }, 'a network refused a transaction of ours');
    }
  }
}

/**
 * Has the waiting transactions of a plan sent once more, within seconds: a node may have lost them. Answers in a
 * sentence. Throws 404, 409 where nothing of it waits, 503 while a fence is up.
 */
export async function sendAgain({ database }: { readonly database: Database }, planId: PlanId): Promise<string> {
  if ((await findPlan(database, planId)) === null) throw notFound('There is no such plan.');
  const waiting = (await listOutgoing(database, planId)).filter(({ status }) => status === 'sent');
  if (waiting.length === 0) throw conflict('Nothing of this plan waits. Hand in its signed file first.');
  await database.transaction(async (tx) => {
    await requireNoFence(tx);
    await forgetHanded(tx, planId);
  });
  return `${waiting.length} transaction${waiting.length === 1 ? ' is' : 's are'} sent again. Nothing is paid twice.`;
}
