import type { PlanId, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { recordDecision, requireNoFence } from '../../controls/index.ts';
import { listOutgoing } from './db.ts';
import { comesBefore } from './plans/held-back.ts';
import { loadStanding } from './plans/load-standing.ts';
import { planOf } from './planned-refunds.ts';
import { endPlan, lockPlan } from './plans/db.ts';
import { describe } from './send-plan.ts';

/**
 * Discards an open plan, so that its coins go into another. A signed copy that still exists then only moves coins
 * between addresses of ours. Throws 404 without such a plan, 409 where it pays refunds, which a second plan would pay
 * again, was sent, or a later plan goes on from it; 503 while a fence is up.
 */
export async function discardPlan(
  { database }: { readonly database: Database },
  { planId, by = null }: { planId: PlanId; by?: UserId | null },
): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await lockPlan(tx, planId);
    if (row === null) throw notFound('There is no such plan.');
    if (row.status !== 'open') throw conflict('The plan has ended in the meantime.');
    if (row.hasRefunds) {
      throw conflict(
        'This plan pays refunds, and a signed copy of it could still be sent: a second plan would pay them twice. Write its file again, sign it and send it.',
      );
    }
    if ((await listOutgoing(tx, planId)).length > 0) throw conflict('This plan was sent. It ends automatically.');
    const plan = planOf(row);
    const later = (await loadStanding(tx, row.network)).find(
      (other) =>
        other.row.id !== planId &&
        (comesBefore(plan, other.plan) ||
          (row.batchId !== null && other.row.batchId === row.batchId && other.row.part > row.part)),
    );
    if (later !== undefined) {
      throw conflict('A later plan goes on from this one. Discard that one first, or send both.');
    }
    await requireNoFence(tx);
    await endPlan(tx, planId, 'discarded');
    if (by !== null)
      await recordDecision(tx, { action: 'treasury-discarded', adminId: by, userId: by, reason: describe(plan) });
  });
}
