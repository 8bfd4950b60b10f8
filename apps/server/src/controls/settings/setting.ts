import {
  ADMIN_IDLE_MOST_MINUTES,
  ADMIN_SESSION_MOST_HOURS,
  LOST_FACTOR_HOURS,
  DEFAULT_SETTINGS,
  type Limits,
  MOST_WEIGHT,
  type Settings,
  settingSchemas,
  type SettingSection,
  RATE_MOVE_MOST_BASIS_POINTS,
  REVIEW_MOST_HOURS,
  reviewHoursOf,
  RETENTION_BOUNDS,
  type Retention,
  RISK_RULES,
  SHORT_MOST_BASIS_POINTS,
} from '@kobogate/contract';
import { formatNaira, toKobo } from '@kobogate/money';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

export const SECTIONS = [
  'brand',
  'switches',
  'clearing',
  'risk',
  'limits',
  'exposure',
  'holds',
  'approvals',
  'tiers',
  'access',
  'legal',
  'retention',
] as const satisfies SettingSection[];

/** The defaults; `limits` are the deployment's own. */
export const defaultSettings = (limits: Limits): Settings => ({
  ...DEFAULT_SETTINGS,
  limits,
  // A payment by link settles automatically, up to the largest conversion.
  clearing: { ...DEFAULT_SETTINGS.clearing, paymentsBelowKobo: limits.maximumKobo },
});

/**
 * A stored section. Fields that a later version of the product has added have their default. Throws where the database
 * holds something else than a section.
 */
export function readSection<Section extends SettingSection>(
  section: Section,
  stored: unknown,
  fallback: Settings[Section],
): Settings[Section] {
  const given = typeof stored === 'object' && stored !== null ? stored : {};
  const parsed = settingSchemas[section].safeParse({ ...fallback, ...given });
  if (!parsed.success) throw new Error(`the database holds ${section} settings that are none`);
  return parsed.data;
}

type Rules = { readonly [Section in SettingSection]: (value: Settings[Section]) => Failure | null };

/** No single payout is that large: a typing error, not a limit. ₦100 billion, in kobo. */
const LARGEST_KOBO = toKobo(10_000_000_000_000n);
/** Ten years. */
const MOST_DAYS = 3650;
/** Thirty days. */
const MOST_HOURS = 720;
/** A season, for customers. */
const USER_MOST_DAYS = 90;
/** All signs together weigh no more than this. */
const MOST_SUM = MOST_WEIGHT * RISK_RULES.length;
/** Less would end sessions while their users are reading. */
const LEAST_IDLE_MINUTES = 5;

const between = (name: keyof Retention): string => `${RETENTION_BOUNDS[name][0]} to ${RETENTION_BOUNDS[name][1]}`;
const RETENTION_WRONG: Readonly<Record<keyof Retention, string>> = {
  closedDays: `A closed account is erased after ${between('closedDays')} days: a person who asks for it waits a month at most.`,
  signInDays: `Network addresses and devices can stay for ${between('signInDays')} days.`,
  noticeDays: `Notices can stay for ${between('noticeDays')} days.`,
  payerDays: `What payers gave can stay for ${between('payerDays')} days.`,
  booksYears: `The books stay for ${between('booksYears')} years: the law asks for six.`,
};

/** Why a section may not become `value` although it has the right form, or null. As text for the operator. */
export const RULES: Rules = {
  brand: () => null,
  legal: () => null,
  retention: (value) => {
    const wrong = (Object.keys(RETENTION_BOUNDS) as (keyof Retention)[]).find((name) => {
      const [least, most] = RETENTION_BOUNDS[name];
      return value[name] < least || value[name] > most;
    });
    return wrong === undefined ? null : ruleBroken(RETENTION_WRONG[wrong]);
  },
  switches: () => null,
  clearing: ({
    automaticBelowKobo,
    paymentsBelowKobo,
    minimumAccountDays,
    shortBasisPoints,
    rateMoveBasisPoints,
    ...review
  }) => {
    if (minimumAccountDays > MOST_DAYS) return ruleBroken(`Please give an age of at most ${MOST_DAYS} days.`);
    if (shortBasisPoints > SHORT_MOST_BASIS_POINTS) {
      return ruleBroken(
        'Please let a payment be short by at most 50 hundredths of a percent, which is half a percent.',
      );
    }
    if (rateMoveBasisPoints > RATE_MOVE_MOST_BASIS_POINTS) {
      return ruleBroken('Please let a rate move by at most 1,000 hundredths of a percent, which is a tenth.');
    }
    const reviewHours = reviewHoursOf(review);
    if (reviewHours < 1 || reviewHours > REVIEW_MOST_HOURS) {
      return ruleBroken('Please promise a review within 1 to 168 hours, which is a week.');
    }
    const thresholds = [automaticBelowKobo, paymentsBelowKobo].filter((kobo) => kobo !== null).map(BigInt);
    return thresholds.every((threshold) => threshold > 0n && threshold <= LARGEST_KOBO)
      ? null
      : ruleBroken(`Please give a threshold above ₦0 and up to ${formatNaira(LARGEST_KOBO)}, or switch it off.`);
  },
  risk: ({ waitsFrom, rules }) => {
    if (Object.values(rules).some((weight) => weight > MOST_WEIGHT)) {
      return ruleBroken(`Each sign can weigh up to ${MOST_WEIGHT}.`);
    }
    return waitsFrom === 0 || (waitsFrom ?? 0) > MOST_SUM
      ? ruleBroken(`Please give a sum from 1 to ${MOST_SUM}, or leave it empty.`)
      : null;
  },
  limits: ({ minimumKobo, maximumKobo }) => {
    const [minimum, maximum] = [BigInt(minimumKobo), BigInt(maximumKobo)];
    if (minimum === 0n) return ruleBroken('The smallest conversion has to be above ₦0.');
    if (maximum > LARGEST_KOBO) {
      return ruleBroken(`The largest conversion can be up to ${formatNaira(LARGEST_KOBO)}.`);
    }
    return minimum > maximum
      ? ruleBroken('The smallest conversion can’t be larger than the largest one. Please check both.')
      : null;
  },
  exposure: ({ userKobo, totalKobo, newcomersKobo }) => {
    const [ofUser, ofAll] = [BigInt(userKobo), BigInt(totalKobo)];
    if (ofUser === 0n) return ruleBroken('The amount that one customer may lock has to be above ₦0.');
    if (ofAll > LARGEST_KOBO)
      return ruleBroken(`The amount that all may lock can be up to ${formatNaira(LARGEST_KOBO)}.`);
    if (newcomersKobo !== undefined && (BigInt(newcomersKobo) === 0n || BigInt(newcomersKobo) > ofAll)) {
      return ruleBroken(
        'The amount that newcomers may lock has to be above ₦0, and at most the amount that all may lock together.',
      );
    }
    return ofUser > ofAll ? ruleBroken('One customer can’t lock more than all together. Please check both.') : null;
  },
  tiers: ({ limits }) => {
    const set = limits.flatMap(({ maximumKobo, dayKobo }) => [maximumKobo, dayKobo]).filter((kobo) => kobo !== null);
    return set.every((kobo) => BigInt(kobo) <= LARGEST_KOBO)
      ? null
      : ruleBroken(`Each limit can be up to ${formatNaira(LARGEST_KOBO)}.`);
  },
  access: ({ proofAboveKobo, adminHours, adminIdleMinutes, userDays, userIdleDays, lostFactorHours }) => {
    if (BigInt(proofAboveKobo) > LARGEST_KOBO) {
      return ruleBroken(`The amount above which a proof is asked for can be up to ${formatNaira(LARGEST_KOBO)}.`);
    }
    if (adminHours < 1 || adminHours > ADMIN_SESSION_MOST_HOURS) {
      return ruleBroken(`An administrator can stay signed in for 1 to ${ADMIN_SESSION_MOST_HOURS} hours.`);
    }
    if (adminIdleMinutes < LEAST_IDLE_MINUTES || adminIdleMinutes > ADMIN_IDLE_MOST_MINUTES) {
      return ruleBroken(
        `An administrator’s session can stay unused for ${LEAST_IDLE_MINUTES} to ${ADMIN_IDLE_MOST_MINUTES} minutes.`,
      );
    }
    if (userDays < 1 || userDays > USER_MOST_DAYS) {
      return ruleBroken(`Customers can stay signed in for 1 to ${USER_MOST_DAYS} days.`);
    }
    const [least, most] = LOST_FACTOR_HOURS;
    if (lostFactorHours < least || lostFactorHours > most) {
      return ruleBroken(`A lost second factor is removed after ${least} to ${most} hours at the earliest.`);
    }
    return userIdleDays < 1 || userIdleDays > userDays
      ? ruleBroken('A customer’s session can stay unused for at least a day, and for no longer than it lasts.')
      : null;
  },
  approvals: ({ secondAboveKobo }) =>
    secondAboveKobo === null || BigInt(secondAboveKobo) <= LARGEST_KOBO
      ? null
      : ruleBroken(`Please give a threshold up to ${formatNaira(LARGEST_KOBO)}, or switch it off.`),
  holds: ({ hour, day, newHour, newDay, newAccountHours, coolingOffKobo }) => {
    const sums = [hour, day, newHour, newDay].map(({ mostKobo }) => mostKobo);
    if ([...sums, coolingOffKobo].some((kobo) => BigInt(kobo) > LARGEST_KOBO)) {
      return ruleBroken(`Each amount can be up to ${formatNaira(LARGEST_KOBO)}.`);
    }
    return newAccountHours > MOST_HOURS
      ? ruleBroken(`A payout account can count as new for up to ${MOST_HOURS} hours.`)
      : null;
  },
};
