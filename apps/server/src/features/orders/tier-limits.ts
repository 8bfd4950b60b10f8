import type { KycTier, Tiers } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** Whether some tier limits what is converted within a day: only then is it counted. Pure. */
export const limitsADay = ({ limits }: Tiers): boolean => limits.some(({ dayKobo }) => dayKobo !== null);

/**
 * Why a customer of a tier may not convert as much, or null where they may; `madeKobo` is what they have converted within
 * the last day without it. Pure.
 */
export function refuseTier(
  { tier, nairaKobo, madeKobo }: { tier: KycTier; nairaKobo: bigint; madeKobo: bigint },
  { limits }: Tiers,
): Failure | null {
  const { maximumKobo = null, dayKobo = null } = limits[tier] ?? {};
  if (maximumKobo !== null && nairaKobo > BigInt(maximumKobo)) {
    const most = formatNaira(BigInt(maximumKobo));
    return ruleBroken(`Your account converts up to ${most} at a time. Your coins stay yours; write to us to raise it.`);
  }
  if (dayKobo !== null && madeKobo + nairaKobo > BigInt(dayKobo)) {
    const most = formatNaira(BigInt(dayKobo));
    return ruleBroken(
      `Your account converts up to ${most} within 24 hours, and this would be more. Your coins stay yours; please go on tomorrow, or write to us.`,
    );
  }
  return null;
}
