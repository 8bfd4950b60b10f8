import type { KycTier, UserId } from '@kobogate/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import type { Caller } from '../platform/route.ts';
import { recordDecision, requireReason } from '../controls/index.ts';
import { lockAdminsAnd, lockSignedIn, saveTier } from '../identity/index.ts';
import { lockTier } from '../sales/index.ts';

/**
 * Sets a user's tier, on record with a reason. It applies to their next order; existing ones stay as they are. Throws
 * 404, 422 without a reason, 403 for the caller's own account, 409 where nothing changes, 401 where the caller has been
 * signed out.
 */
export async function setUserTier(
  { database, clock }: { database: Database; clock: Clock },
  { userId, caller, tier, reason }: { userId: UserId; caller: Caller; tier: KycTier; reason: string },
): Promise<void> {
  const adminId = caller.userId;
  requireReason(reason);
  if (userId === adminId) throw forbidden('You can’t set your own tier.');
  await database.transaction(async (tx) => {
    await lockAdminsAnd(tx, userId);
    // After all of them, who are locked in one order: our own row is among them.
    await lockSignedIn(tx, caller, clock.now());
    const before = await lockTier(tx, userId);
    if (before === null) throw notFound('There is no such account.');
    if (before === tier) throw conflict(`This account is in tier ${tier} already.`);
    await saveTier(tx, userId, tier);
    const text = `Tier ${before} became ${tier}. ${reason}`;
    await recordDecision(tx, { action: 'user-tier-set', adminId, userId, reason: text });
  });
}
