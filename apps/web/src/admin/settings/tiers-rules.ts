import { KYC_TIERS, type KycTier, type Tiers } from '@kobogate/contract';
import { koboOf, typedNaira } from './naira-input.ts';

/** The limits of one tier as somebody types them; empty: what everybody may. */
interface TierForm {
  maximum: string;
  day: string;
}
export type TiersForm = { minimumForAutomatic: KycTier; limits: readonly TierForm[] };

/** The names of each tier, as people read them. */
export const TIER_NAMES: Readonly<Record<KycTier, string>> = {
  0: 'Tier 0, not known',
  1: 'Tier 1',
  2: 'Tier 2',
  3: 'Tier 3, known best',
};

const typed = (kobo: string | null): string => (kobo === null ? '' : typedNaira(kobo));
/** Kobo, or null for an empty field; undefined where it is no amount. */
const limitOf = (text: string): string | null | undefined => (text.trim() === '' ? null : (koboOf(text) ?? undefined));

/** The form that the tiers fill. */
export const tiersForm = ({ minimumForAutomatic, limits }: Tiers): TiersForm => ({
  minimumForAutomatic,
  limits: limits.map(({ maximumKobo, dayKobo }) => ({ maximum: typed(maximumKobo), day: typed(dayKobo) })),
});

/** What the form says: the tiers, or the name of the first field that is no amount, such as `maximum.2`. */
export function readTiers({ minimumForAutomatic, limits }: TiersForm): { tiers: Tiers } | { field: string } {
  for (const tier of KYC_TIERS) {
    if (limitOf(limits[tier]?.maximum ?? '') === undefined) return { field: `maximum.${tier}` };
    if (limitOf(limits[tier]?.day ?? '') === undefined) return { field: `day.${tier}` };
  }
  const read = limits.map(({ maximum, day }) => ({
    maximumKobo: limitOf(maximum) ?? null,
    dayKobo: limitOf(day) ?? null,
  }));
  return { tiers: { minimumForAutomatic, limits: read } };
}
