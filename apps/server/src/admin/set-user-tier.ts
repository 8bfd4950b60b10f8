import type { KycTier, UserId } from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { conflict, forbidden, notFound } from '../platform/errors.ts';
import { recordDecision, requireReason } from '../controls/index.ts';
import { saveTier } from '../identity/index.ts';
import { lockTier } from '../sales/index.ts';

/**
 * Sets a user's tier, on record with a reason. It applies to their next order; existing ones stay as they are. Throws
 * 404, 422 without a reason, 403 for the caller's own account, 409 where nothing changes.
 */
export async function setUserTier(
  { database }: { database: Database },
  { userId, adminId, tier, reason }: { userId: UserId; adminId: UserId; tier: KycTier; reason: string },
): Promise<void> {
  requireReason(reason);
  if (userId === adminId) throw forbidden('You can’t set your own tier.');
  await database.transaction(async (tx) => {
    const before = await lockTier(tx, userId);
    if (before === null) throw notFound('There is no such account.');
    if (before === tier) throw conflict(`This account is in tier ${tier} already.`);
    await saveTier(tx, userId, tier);
    const text = `Tier ${before} became ${tier}. ${reason}`;
    await recordDecision(tx, { action: 'user-tier-set', adminId, userId, reason: text });
  });
}
