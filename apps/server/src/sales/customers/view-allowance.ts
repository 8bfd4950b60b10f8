import type { Evidence, UserId } from '@kobogate/contract';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { findTier, readMadeToday } from './db.ts';

/** A customer's tier, what it allows, and what they converted within the last 24 hours. */
export async function viewAllowance(
  { database, settings }: { readonly database: Database; readonly settings: OperatorSettings },
  userId: UserId,
): Promise<Pick<Evidence['customer'], 'kycTier' | 'limits'>> {
  const [tier, made, { tiers }] = await Promise.all([
    findTier(database, userId),
    readMadeToday(database, [userId]),
    settings.current(),
  ]);
  const kycTier = tier ?? 0;
  const { maximumKobo = null, dayKobo = null } = tiers.limits[kycTier] ?? {};
  return { kycTier, limits: { maximumKobo, dayKobo, madeKobo: String(made.get(userId) ?? 0n) } };
}
