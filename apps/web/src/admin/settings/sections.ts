import {
  type AccessPolicy,
  ADMIN_IDLE_MOST_MINUTES,
  ADMIN_SESSION_MOST_HOURS,
  type Approvals,
  type ClearingPolicy,
  endpoints,
  type ExposureLimits,
  type Holds,
  KYC_TIERS,
  type Limits,
  LOST_FACTOR_HOURS,
  MOST_WEIGHT,
  newcomersLimit,
  PRIORITY_FROM,
  PROOF_MINUTES,
  RATE_MOVE_MOST_BASIS_POINTS,
  type Retention,
  RETENTION_BOUNDS,
  reviewHoursOf,
  RISK_NAMES,
  RISK_RULES,
  type RiskSettings,
  type Settings,
  settingSchemas,
  SHORT_AT_MOST_KOBO,
  SHORT_MOST_BASIS_POINTS,
  type Switches,
  type Tiers,
} from '@kobogate/contract';
import { call } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import {
  ACCESS_PARTS,
  APPROVALS_PARTS,
  CLEARING_PARTS,
  EXPOSURE_PARTS,
  HOLDS_PARTS,
  LEAVING_NAMES,
  LIMITS_PARTS,
  type Parts,
  RETENTION_PARTS,
  RISK_PARTS,
  SWITCHES_PARTS,
  TIER_NAMES,
  TIERS_PARTS,
} from './describe-change.ts';
import { days, naira, number, percent, type SettingField, toggle } from './setting-fields.ts';
import type { SaveValue, SettingSchema } from './use-section.ts';

/** Fields that belong together, under a title where they have one. */
interface FieldGroup {
  readonly legend?: string;
  readonly fields: readonly SettingField[];
}

/** One section whose form is its fields: its name, its fields, and where it is saved. */
export interface SectionRow<Value extends object> {
  readonly id: keyof Settings;
  readonly title: string;
  readonly detail: string;
  /** As in `Save limits`. */
  readonly name: string;
  readonly parts: Parts<Value>;
  readonly groups: readonly FieldGroup[];
  /** A note on the fields, below them. */
  readonly note?: string;
  /** The value that fills the fields: the setting with its defaults filled in. */
  readonly filled?: (value: Value) => Value;
  /** The contract's schema of the body. */
  readonly schema: SettingSchema<Value>;
  readonly save: SaveValue<Value>;
  /** Shown once it is saved; left out: the server's message. */
  readonly saved?: string;
}

const {
  saveAccess,
  saveApprovals,
  saveClearing,
  saveExposure,
  saveHolds,
  saveLimits,
  saveRetention,
  saveRisk,
  saveSwitches,
  saveTiers,
} = endpoints.settings;

export const CLEARING: SectionRow<ClearingPolicy> = {
  id: 'clearing',
  title: 'Clearing policy',
  detail:
    'Which orders are paid out without an administrator. An order whose account name the bank did not confirm always waits for one.',
  name: 'clearing policy',
  parts: CLEARING_PARTS,
  groups: [
    {
      fields: [
        naira('automaticBelowKobo', 'Clear automatically below', {
          switched: {
            label: 'Clear small orders automatically',
            on: 'On: an order below the amount is paid out automatically.',
            off: 'Off: every order waits for an administrator.',
          },
        }),
      ],
    },
    {
      fields: [
        naira('paymentsBelowKobo', 'Clear payments by link below', {
          switched: {
            label: 'Clear payments by link automatically',
            on: 'On: a payment below the amount is paid out automatically, if the account is old enough.',
            off: 'Off: every payment by a link waits for an administrator.',
          },
        }),
      ],
    },
    {
      fields: [
        days('minimumAccountDays', 'Only accounts at least', 'days old', {
          isHidden: ({ isOn }) => isOn.automaticBelowKobo !== true && isOn.paymentsBelowKobo !== true,
        }),
      ],
    },
    {
      fields: [
        percent(
          'shortBasisPoints',
          'Accept payments that are short by',
          SHORT_MOST_BASIS_POINTS,
          '0.1',
          `Wallets round. Never more than ${nairaOfKobo(String(SHORT_AT_MOST_KOBO))}; the merchant gets what the coins are worth.`,
        ),
        percent(
          'rateMoveBasisPoints',
          'Review again if the rate moves by more than',
          RATE_MOVE_MOST_BASIS_POINTS,
          '2',
          'After an approval or the end of the rate lock. A customer who would get less is asked first.',
        ),
        number('reviewHours', 'Decide about what is held within', 'hours'),
      ],
    },
  ],
  note: 'Payers, merchants and customers whose payment is held are told that a person reviews it within this time.',
  filled: (value) => ({ ...value, reviewHours: reviewHoursOf(value) }),
  schema: settingSchemas.clearing,
  save: (body) => call(saveClearing, { body }),
  saved: 'Clearing policy saved',
};

export const RISK: SectionRow<RiskSettings> = {
  id: 'risk',
  title: 'Signs of risk',
  detail: `Each sign adds its points to an order. The sum decides what is reviewed first: from ${PRIORITY_FROM.medium} points on it is medium, from ${PRIORITY_FROM.high} on high. A sign with 0 points is off.`,
  name: 'signs of risk',
  parts: RISK_PARTS,
  groups: [
    {
      fields: [
        number('waitsFrom', 'An order never clears automatically from', 'points', {
          canBeEmpty: true,
          hint: 'Empty: the points alone stop no order.',
        }),
      ],
    },
    {
      legend: 'What each sign adds',
      fields: RISK_RULES.map((rule) => number(`rules.${rule}`, RISK_NAMES[rule], 'points')),
    },
  ],
  note: `At most ${MOST_WEIGHT} points each. An order whose account name the bank denies or does not confirm waits, however few points it has. Waiting orders are scored again within a minute.`,
  schema: settingSchemas.risk,
  save: (body) => call(saveRisk, { body }),
  saved: 'Signs of risk saved',
};

export const LIMITS: SectionRow<Limits> = {
  id: 'limits',
  title: 'Limits',
  detail: 'What one conversion may be worth. Orders that are already made keep their terms.',
  name: 'limits',
  parts: LIMITS_PARTS,
  groups: [{ fields: [naira('minimumKobo', 'Smallest conversion'), naira('maximumKobo', 'Largest conversion')] }],
  schema: settingSchemas.limits,
  save: (body) => call(saveLimits, { body }),
  saved: 'Limits saved',
};

export const EXPOSURE: SectionRow<ExposureLimits> = {
  id: 'exposure',
  title: 'Rate locks',
  detail:
    'How much naira may be locked at rates for coins that are not there yet: what the market could cost you at most. Orders that are already made keep their terms.',
  name: 'rate locks',
  parts: EXPOSURE_PARTS,
  groups: [
    {
      fields: [
        naira('userKobo', 'One customer locks at most'),
        naira('totalKobo', 'All together lock at most'),
        naira('newcomersKobo', 'All newcomers together lock at most'),
      ],
    },
  ],
  note: 'A newcomer is a customer of whom no coin has become final yet. This limit keeps new accounts from using up the total.',
  filled: (value) => ({ ...value, newcomersKobo: newcomersLimit(value) }),
  schema: settingSchemas.exposure,
  save: (body) => call(saveExposure, { body }),
  saved: 'Rate locks saved',
};

export const TIERS: SectionRow<Tiers> = {
  id: 'tiers',
  title: 'Tiers',
  detail: 'How well a customer is known is set on their page under Users. Empty fields use the limits above.',
  name: 'tiers',
  parts: TIERS_PARTS,
  groups: [
    {
      fields: [
        {
          path: 'minimumForAutomatic',
          label: 'Orders clear automatically from',
          options: KYC_TIERS.map((tier) => ({ value: String(tier), label: TIER_NAMES[tier] })),
        },
      ],
    },
    ...KYC_TIERS.map((tier) => ({
      legend: TIER_NAMES[tier],
      fields: [
        naira(`limits.${tier}.maximumKobo`, 'At a time at most', { canBeEmpty: true }),
        naira(`limits.${tier}.dayKobo`, 'Within 24 hours at most', { canBeEmpty: true }),
      ],
    })),
  ],
  schema: settingSchemas.tiers,
  save: (body) => call(saveTiers, { body }),
  saved: 'Tiers saved',
};

export const APPROVALS: SectionRow<Approvals> = {
  id: 'approvals',
  title: 'Two approvals',
  detail:
    'Large orders can wait for a second person, and never clear automatically. Raising the amount or ending this takes two administrators too.',
  name: 'two approvals',
  parts: APPROVALS_PARTS,
  groups: [
    {
      fields: [
        naira('secondAboveKobo', 'Two approvals above', {
          switched: {
            label: 'Two people for large orders',
            on: 'Off: one person approves any order.',
            off: 'Off: one person approves any order.',
          },
        }),
      ],
    },
  ],
  schema: settingSchemas.approvals,
  save: (body) => call(saveApprovals, { body }),
};

export const ACCESS: SectionRow<AccessPolicy> = {
  id: 'access',
  title: 'Sign-in and proof',
  detail: `What protects this gateway from a stolen sign-in. Every change of a setting takes your password and second factor, at most ${PROOF_MINUTES} minutes old; so does a decision about more than this amount. Times apply to new sign-ins.`,
  name: 'sign-in and proof',
  parts: ACCESS_PARTS,
  groups: [
    { fields: [naira('proofAboveKobo', 'A decision takes a fresh proof above')] },
    {
      legend: 'Administrators',
      fields: [
        number('adminHours', 'Signed in for at most', 'hours', { hint: `Up to ${ADMIN_SESSION_MOST_HOURS}.` }),
        number('adminIdleMinutes', 'Signed out when unused for', 'minutes', {
          hint: `Up to ${ADMIN_IDLE_MOST_MINUTES}.`,
        }),
      ],
    },
    {
      legend: 'Customers',
      fields: [
        number('userDays', 'Signed in for at most', 'days'),
        number('userIdleDays', 'Signed out when unused for', 'days'),
        number('lostFactorHours', 'A lost second step is removed after', 'hours', {
          hint: `From ${LOST_FACTOR_HOURS[0]} to ${LOST_FACTOR_HOURS[1]}, once two administrators have granted it. Until then its owner can stop it.`,
        }),
      ],
    },
  ],
  schema: settingSchemas.access,
  save: (body) => call(saveAccess, { body }),
  saved: 'Sign-in and proof saved',
};

export const HOLDS: SectionRow<Holds> = {
  id: 'holds',
  title: 'Holds',
  detail:
    'How much may leave one account without an administrator. Beyond that an order that cleared automatically waits.',
  name: 'holds',
  parts: HOLDS_PARTS,
  groups: [
    ...(['hour', 'day', 'newHour', 'newDay'] as const).map((name) => ({
      legend: LEAVING_NAMES[name],
      fields: [number(`${name}.most`, 'At most', 'payouts'), naira(`${name}.mostKobo`, 'Together at most')],
    })),
    {
      legend: 'After a change of the payout account',
      fields: [
        number('newAccountHours', 'It counts as new for', 'hours'),
        naira('coolingOffKobo', 'Payouts wait from'),
      ],
    },
  ],
  schema: settingSchemas.holds,
  save: (body) => call(saveHolds, { body }),
  saved: 'Holds saved',
};

export const SWITCHES: SectionRow<Switches> = {
  id: 'switches',
  title: 'Switches',
  detail: 'Parts of the product that you offer. A part that is off shows Coming Soon.',
  name: 'switches',
  parts: SWITCHES_PARTS,
  groups: [
    {
      fields: [
        toggle(
          'accountSettings',
          'Account settings',
          'Password, two-factor, sessions and notification choices of every account.',
        ),
        toggle(
          'paymentLinks',
          'Payment links',
          'Customers make links by which they are paid. Off: no new links; active ones can still be paid.',
        ),
      ],
    },
  ],
  schema: settingSchemas.switches,
  save: (body) => call(saveSwitches, { body }),
  saved: 'Switches saved',
};

const bounds = (name: keyof Retention): string => `From ${RETENTION_BOUNDS[name][0]} to ${RETENTION_BOUNDS[name][1]}.`;

export const RETENTION: SectionRow<Retention> = {
  id: 'retention',
  title: 'How long data is kept',
  detail:
    'A task that runs every day erases what no law requires you to keep, once its time is over. Postings, decisions and their chains stay for good.',
  name: 'times',
  parts: RETENTION_PARTS,
  groups: [
    {
      fields: [
        number('closedDays', 'Erase a closed account after', 'days', {
          hint: `${bounds('closedDays')} A person who asks for it waits a month at most.`,
        }),
        number('signInDays', 'Keep network addresses and devices for', 'days', { hint: bounds('signInDays') }),
        number('noticeDays', 'Keep notices for', 'days', { hint: bounds('noticeDays') }),
        number('payerDays', 'Keep what payers gave for', 'days', {
          hint: `${bounds('payerDays')} Their e-mail addresses, their answers to a link’s fields, and what programs noted.`,
        }),
        number('booksYears', 'Keep names and accounts in the books for', 'years', {
          hint: `${bounds('booksYears')} The law asks for six, from the end of the year.`,
        }),
      ],
    },
  ],
  schema: settingSchemas.retention,
  save: (body) => call(saveRetention, { body }),
  saved: 'Times saved',
};
