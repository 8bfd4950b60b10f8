import type { PlanId } from '@kobogate/contract';
import { requireNoFence } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { forgetHanded, listOutgoing } from './db.ts';
import { findPlan } from './plans/db.ts';

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
