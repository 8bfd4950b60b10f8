import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { requireNoFence } from '../../controls/index.ts';
import { endPlan, findOpenPlan, listOutgoing, lockPlan } from './db.ts';

/**
 * Discards the open plan of a network, so that another can be made. A signed copy that still exists then only moves
 * coins between addresses of ours. Throws 404 without one, 409 where it pays refunds, which a second plan would pay
 * again, or was sent, 503 while a fence is up.
 */
export async function discardPlan({ database }: { readonly database: Database }, network: string): Promise<string> {
  const open = await findOpenPlan(database, network);
  if (open === null) throw notFound('No plan of this network is open.');
  await database.transaction(async (tx) => {
    const plan = await lockPlan(tx, open.id);
    if (plan?.status !== 'open') throw conflict('The plan has ended in the meantime.');
    if (plan.hasRefunds) {
      throw conflict(
        'This plan pays refunds, and a signed copy of it could still be sent: a second plan would pay them twice. Write it again with “plan --again”, sign it and send it.',
      );
    }
    if ((await listOutgoing(tx, open.id)).length > 0) throw conflict('This plan was sent. It ends automatically.');
    await requireNoFence(tx);
    await endPlan(tx, open.id, 'discarded');
  });
  return open.id;
}
