import type { KycTier, Tiers } from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { Failure, ruleBroken } from '../../platform/errors.ts';
import type { NewOrder } from '../orders/db.ts';

/** Whether some tier limits the daily volume: it is counted only then. Pure. */
export const limitsADay = ({ limits }: Tiers): boolean => limits.some(({ dayKobo }) => dayKobo !== null);

/**
 * Why a customer of a tier may not convert this amount, or null where they may; `madeKobo` is what they have converted
 * within the last day without it. Pure.
 */
export function refuseTier(
  { tier, nairaKobo, madeKobo }: { tier: KycTier; nairaKobo: Kobo; madeKobo: Kobo },
  { limits }: Tiers,
): Failure | null {
  const { maximumKobo = null, dayKobo = null } = limits[tier] ?? {};
  if (maximumKobo !== null && nairaKobo > BigInt(maximumKobo)) {
    const most = formatNaira(toKobo(maximumKobo));
    return ruleBroken(`Your account converts up to ${most} at a time. Your coins stay yours; write to us to raise it.`);
  }
  if (dayKobo !== null && madeKobo + nairaKobo > BigInt(dayKobo)) {
    const most = formatNaira(toKobo(dayKobo));
    return ruleBroken(
      `Your account converts up to ${most} within 24 hours, and this would be more. Your coins stay yours; please continue tomorrow, or write to us.`,
    );
  }
  return null;
}

/** A requested order, with its customer's tier; `isMade` where its idempotency key has made one before. */
export interface AskedOrder {
  readonly order: NewOrder | Failure;
  readonly tier: KycTier;
  readonly isMade: boolean;
}

/**
 * Returns each order in turn, or why its customer's tier refuses it: earlier ones count together with `madeBefore`, in
 * kobo of each user's day. A repeat by its key is neither refused nor counted. Pure.
 */
export function withinTiers(
  asked: readonly AskedOrder[],
  tiers: Tiers,
  madeBefore: ReadonlyMap<string, Kobo>,
): (NewOrder | Failure)[] {
  const made = new Map(madeBefore);
  const keys = new Set<string>();
  return asked.map(({ order, tier, isMade }) => {
    if (order instanceof Failure || isMade) return order;
    const { userId, idempotencyKey, quote } = order;
    const key = `${userId} ${idempotencyKey ?? order.id}`;
    if (keys.has(key)) return order;
    const madeKobo = made.get(userId) ?? toKobo(0n);
    const refusal = refuseTier({ tier, nairaKobo: quote.nairaKobo, madeKobo }, tiers);
    if (refusal !== null) return refusal;
    keys.add(key);
    made.set(userId, toKobo(madeKobo + quote.nairaKobo));
    return order;
  });
}
