import { conflict, forbidden } from '../platform/errors.ts';
import { emit } from '../events.ts';
import { runNow } from '../platform/queue.ts';
import { recordAdminAction, requireNoFence } from '../controls/index.ts';
import { insertOrderEvents, requireSeenOrder } from '../sales/index.ts';
import { changePayout, lockPayout, savePayouts } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';

/**
 * Lets a queued payout leave at once, by the given rail alone; null: by whichever can take it. Nothing of it was sent,
 * which its lock proves: the intent is not written yet. Throws 403 for the admin's own order, 409 where it has left
 * since, or is not the `version` that they saw, 503 while a fence is up.
 */
export async function rerouteQueued(
  { database }: Pick<PayoutDependencies, 'database'>,
  change: { payoutId: string; adminId: string; reason: string; onlyRail: string | null; version: number | null },
): Promise<void> {
  const { payoutId, adminId, reason, onlyRail, version } = change;
  await database.transaction(async (tx) => {
    const { payout, order } = await lockPayout(tx, payoutId);
    const { userId, id: orderId } = order;
    if (userId === adminId) throw forbidden('You made this order, so another administrator has to choose its rail.');
    await requireSeenOrder(tx, order, version);
    if (payout.status !== 'queued') {
      throw conflict(`The payout of this order is ${payout.status} now, so it stays with its rail.`);
    }
    await requireNoFence(tx);
    const isChange = payout.onlyRail !== onlyRail;
    await savePayouts(tx, [changePayout(payout, { onlyRail })]);
    const action = isChange ? 'payout-rerouted' : 'payout-retried';
    await recordAdminAction(tx, { action, adminId, userId, orderId, reason });
    const text = isChange
      ? 'An administrator chose another way to the bank. Nothing had been sent before.'
      : 'An administrator had the payout tried again at once. Nothing had been sent before.';
    await insertOrderEvents(tx, [{ orderId, type: 'payout-rerouted', text }]);
    // With a key of its own: the event that is at work for the other rail may take minutes. All of them send once.
    const key = `${payoutId}@${onlyRail ?? 'any'}`;
    await emit(tx, { type: 'payout.due', payload: { payoutId }, key });
    await runNow(tx, 'payout.due', [payoutId, key]);
  });
}
