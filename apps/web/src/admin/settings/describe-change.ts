import {
  type AccessPolicy,
  type Approvals,
  type Brand,
  type ClearingPolicy,
  type ExposureLimits,
  newcomersLimit,
  type Holds,
  KYC_TIERS,
  type KycTier,
  LEGAL_PAGE_NAMES,
  type LegalStatements,
  type Limits,
  reviewHoursOf,
  RISK_NAMES,
  RISK_RULES,
  type Retention,
  type RiskSettings,
  type Switches,
  type Tiers,
} from '@kobogate/contract';
import { daysText, nairaOfKobo } from '../../lib/formats.ts';
import { LEGAL_WORDS, openSections } from './legal-words.ts';
import { percentText } from './number-input.ts';

/** The parts of a setting, each as users read it. */
export type Parts<Value> = readonly { label: string; text: (value: Value) => string }[];

export interface ChangeLine {
  label: string;
  before: string;
  after: string;
}

/** The parts that a change has changed; a part without a text reads `nothing`. */
export function describeChange<Value>(parts: Parts<Value>, before: Value, after: Value): ChangeLine[] {
  return parts
    .map(({ label, text }) => ({ label, before: text(before) || 'nothing', after: text(after) || 'nothing' }))
    .filter((line) => line.before !== line.after);
}

const onOff = (isOn: boolean): string => (isOn ? 'on' : 'off');

export const CLEARING_PARTS: Parts<ClearingPolicy> = [
  {
    label: 'Clears automatically',
    text: ({ automaticBelowKobo: kobo }) => (kobo === null ? 'no order' : `orders below ${nairaOfKobo(kobo)}`),
  },
  {
    label: 'Payments by link',
    text: ({ paymentsBelowKobo: kobo }) => (kobo === null ? 'no payment' : `payments below ${nairaOfKobo(kobo)}`),
  },
  {
    label: 'Paid although short by',
    text: ({ shortBasisPoints }) => `payments short by ${percentText(shortBasisPoints)}`,
  },
  {
    label: 'Reviewed again if the rate moves by',
    text: ({ rateMoveBasisPoints }) => `more than ${percentText(rateMoveBasisPoints)}`,
  },
  {
    label: 'Reviews take at most',
    text: (clearing) => (reviewHoursOf(clearing) === 1 ? '1 hour' : `${reviewHoursOf(clearing)} hours`),
  },
  { label: 'Account is at least', text: ({ minimumAccountDays }) => `${daysText(minimumAccountDays)} old` },
];

export const RISK_PARTS: Parts<RiskSettings> = [
  { label: 'An order waits', text: ({ waitsFrom }) => (waitsFrom === null ? 'by no sum' : `from ${waitsFrom} points`) },
  ...RISK_RULES.map((rule) => ({
    label: RISK_NAMES[rule],
    text: ({ rules }: RiskSettings) => (rules[rule] === 0 ? 'off' : `${rules[rule]} points`),
  })),
];

export const LIMITS_PARTS: Parts<Limits> = [
  { label: 'Smallest conversion', text: ({ minimumKobo }) => nairaOfKobo(minimumKobo) },
  { label: 'Largest conversion', text: ({ maximumKobo }) => nairaOfKobo(maximumKobo) },
];

export const EXPOSURE_PARTS: Parts<ExposureLimits> = [
  { label: 'One customer locks at most', text: ({ userKobo }) => nairaOfKobo(userKobo) },
  { label: 'All newcomers together lock at most', text: (limits) => nairaOfKobo(newcomersLimit(limits)) },
  { label: 'All together lock at most', text: ({ totalKobo }) => nairaOfKobo(totalKobo) },
];

const limitText = (kobo: string | null = null): string => (kobo === null ? 'no limit' : nairaOfKobo(kobo));

export const TIERS_PARTS: Parts<Tiers> = [
  { label: 'Orders clear automatically from', text: ({ minimumForAutomatic: tier }) => `tier ${tier}` },
  ...KYC_TIERS.map((tier) => ({
    label: `Tier ${tier}`,
    text: ({ limits }: Tiers) =>
      `${limitText(limits[tier]?.maximumKobo)} at a time, ${limitText(limits[tier]?.dayKobo)} within 24 hours`,
  })),
];

/** The names of each tier, as users read them. */
export const TIER_NAMES: Readonly<Record<KycTier, string>> = {
  0: 'Tier 0, not known',
  1: 'Tier 1',
  2: 'Tier 2',
  3: 'Tier 3, known best',
};

export const APPROVALS_PARTS: Parts<Approvals> = [
  {
    label: 'Two people approve',
    text: ({ secondAboveKobo: kobo }) => (kobo === null ? 'no order' : `orders above ${nairaOfKobo(kobo)}`),
  },
];

export const ACCESS_PARTS: Parts<AccessPolicy> = [
  { label: 'A fresh proof', text: ({ proofAboveKobo }) => `above ${nairaOfKobo(proofAboveKobo)}` },
  {
    label: 'Administrators stay signed in',
    text: ({ adminHours: hours }) => (hours === 1 ? '1 hour' : `${hours} hours`),
  },
  { label: 'Administrators unused', text: ({ adminIdleMinutes }) => `${adminIdleMinutes} minutes` },
  { label: 'Customers stay signed in', text: ({ userDays }) => daysText(userDays) },
  { label: 'Customers unused', text: ({ userIdleDays }) => daysText(userIdleDays) },
  { label: 'A lost second step is removed after', text: ({ lostFactorHours }) => `${lostFactorHours} hours` },
];

/** The four limits on automatic payouts of an account, as users read them. */
export const LEAVING_NAMES = {
  hour: 'Within an hour',
  day: 'Within a day',
  newHour: 'Within an hour, to a new payout account',
  newDay: 'Within a day, to a new payout account',
} as const;

const leavingPart = (name: keyof typeof LEAVING_NAMES): Parts<Holds>[number] => ({
  label: LEAVING_NAMES[name],
  text: ({ [name]: { most, mostKobo } }) => `${most} payouts, ${nairaOfKobo(mostKobo)} together`,
});

export const HOLDS_PARTS: Parts<Holds> = [
  leavingPart('hour'),
  leavingPart('day'),
  leavingPart('newHour'),
  leavingPart('newDay'),
  { label: 'A payout account is new for', text: ({ newAccountHours: hours }) => `${hours} hours` },
  { label: 'After an account change hold payouts from', text: ({ coolingOffKobo }) => nairaOfKobo(coolingOffKobo) },
];

export const SWITCHES_PARTS: Parts<Switches> = [
  { label: 'Account settings', text: ({ accountSettings }) => onOff(accountSettings) },
  { label: 'Payment links', text: ({ paymentLinks }) => onOff(paymentLinks) },
];

export const RETENTION_PARTS: Parts<Retention> = [
  { label: 'A closed account is erased after', text: ({ closedDays }) => daysText(closedDays) },
  { label: 'Network addresses and devices stay for', text: ({ signInDays }) => daysText(signInDays) },
  { label: 'Notices stay for', text: ({ noticeDays }) => daysText(noticeDays) },
  { label: 'What payers gave stays for', text: ({ payerDays }) => daysText(payerDays) },
  { label: 'The books stay for', text: ({ booksYears }) => `${booksYears} years` },
];

export const LEGAL_PARTS: Parts<LegalStatements> = LEGAL_PAGE_NAMES.flatMap((page) =>
  openSections(page).map(([id, { title }]) => ({
    label: `${LEGAL_WORDS[page].title}: ${title}`,
    text: (value: LegalStatements) => value[page][id] ?? '',
  })),
);

export const BRAND_PARTS: Parts<Brand> = [
  { label: 'Company name', text: ({ name }) => name },
  { label: 'What it is', text: ({ summary }) => summary },
  { label: 'Licence', text: ({ licence }) => licence },
  { label: 'Address', text: ({ address }) => address.join(', ') },
  { label: 'Support e-mail', text: ({ supportEmail }) => supportEmail },
  { label: 'Support phone', text: ({ supportPhone }) => supportPhone },
  { label: 'Channels', text: ({ socialLinks }) => socialLinks.map(({ label, url }) => `${label} ${url}`).join(', ') },
];
