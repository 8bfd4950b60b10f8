import * as z from 'zod/mini';
import { type Brand, brandSchema, SAMPLE_BRAND } from './brand.ts';
import { count, endpoint, instant, integer, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { idSchema } from './ids.ts';
import { type LegalStatements, legalSchema, NO_STATEMENTS } from './legal.ts';
import { type RiskSettings, riskSchema } from './risk.ts';

/** An amount of naira as kobo: digits. Only the server's own rules say how large it may be. */
const koboInput = integer.check(z.regex(/^\d{1,18}$/, 'Please send naira as a whole number of kobo.'));

/** Parts of the product that the operator offers. Off: the part reads `Coming Soon`. */
export const switchesSchema = z.object({ paymentLinks: z.boolean(), accountSettings: z.boolean() });
export type Switches = z.output<typeof switchesSchema>;

/** Which orders clear automatically. `automaticBelowKobo` null: none does. */
export const clearingSchema = z.object({
  automaticBelowKobo: z.nullable(koboInput),
  /** The same for payments by link; null: each waits for an administrator. */
  paymentsBelowKobo: z.nullable(koboInput),
  /** An account has to be at least so many days old for its orders to clear automatically. */
  minimumAccountDays: count('Please give the age of an account in whole days.'),
  /**
   * By how many hundredths of a percent a payment by link may be short and still be accepted as paid, for what it is
   * worth; never by more than `SHORT_AT_MOST_KOBO`. Wallets round, and an exchange may take its fee from what it sends.
   */
  shortBasisPoints: z._default(
    count('Please give how much a payment may be short in whole hundredths of a percent.'),
    10,
  ),
  /**
   * By how many hundredths of a percent today's rate may move an order's naira, after it was approved or its lock
   * ended, before an administrator looks at it again and its customer is asked or told.
   */
  rateMoveBasisPoints: z._default(count('Please give how far a rate may move in whole hundredths of a percent.'), 200),
  /** Within how many hours an administrator decides about what is held, as customers and payers are told; a day unless set. */
  reviewHours: z.optional(count('Please give the time of a review in whole hours.')),
});

/** Within how many hours something that is held is decided about. Pure. */
export const reviewHoursOf = ({ reviewHours }: Pick<z.output<typeof clearingSchema>, 'reviewHours'>): number =>
  reviewHours ?? 24;
/** The largest value of the setting: a week. */
export const REVIEW_MOST_HOURS = 168;

/** A payment that is short of more than this is never accepted as paid, whatever the operator sets: ₦100, in kobo. */
export const SHORT_AT_MOST_KOBO = 10_000n;
/** The largest value of the setting: half a percent. */
export const SHORT_MOST_BASIS_POINTS = 50;
/** The largest value of the setting: a tenth. */
export const RATE_MOVE_MOST_BASIS_POINTS = 1_000;
export type ClearingPolicy = z.output<typeof clearingSchema>;

/** The smallest and the largest naira of one conversion, in kobo, both included. */
export const limitsSchema = z.object({ minimumKobo: koboInput, maximumKobo: koboInput });
export type Limits = z.output<typeof limitsSchema>;

/**
 * How much naira, in kobo, may be locked at rates for orders whose coins are not final: of one customer, and of all
 * together. What the balance covers does not count. `newcomersKobo`: of all customers who have never brought a coin
 * together, so that new accounts leave room for the others; a quarter of the total unless set.
 */
export const exposureSchema = z.object({
  userKobo: koboInput,
  totalKobo: koboInput,
  newcomersKobo: z.optional(koboInput),
});
export type ExposureLimits = z.output<typeof exposureSchema>;

const NEWCOMERS_SHARE = 4n;

/** What all newcomers may lock together, in kobo. Pure. */
export const newcomersLimit = ({ totalKobo, newcomersKobo }: ExposureLimits): string =>
  newcomersKobo ?? String(BigInt(totalKobo) / NEWCOMERS_SHARE);
/** How many payouts may leave automatically for one account, and for how much in all, within a time. */
const leavingSchema = z.object({
  most: count('Please give each number of payouts as a whole number.'),
  mostKobo: koboInput,
});

/** Beyond these a payout that the policy cleared waits for an administrator. */
export const holdsSchema = z.object({
  hour: leavingSchema,
  day: leavingSchema,
  /** The same for a payout account that was set or changed less than `newAccountHours` ago. */
  newHour: leavingSchema,
  newDay: leavingSchema,
  newAccountHours: count('Please give the time in whole hours.'),
  /** The smallest payout that waits while a changed payout account is new. */
  coolingOffKobo: koboInput,
});
export type Holds = z.output<typeof holdsSchema>;

/** Above so many kobo an order needs the approval of two administrators; null: one is always enough. */
export const approvalsSchema = z.object({ secondAboveKobo: z.nullable(koboInput) });
export type Approvals = z.output<typeof approvalsSchema>;

/** How long a session lasts, and above how much naira an administrator's decision needs a fresh proof. */
export const accessSchema = z.object({
  /** In kobo: a decision about more needs a proof that is at most `PROOF_MINUTES` old. */
  proofAboveKobo: koboInput,
  /** The longest session of an administrator, and how long it may stay unused. */
  adminHours: count('Please give the longest session in whole hours.'),
  adminIdleMinutes: count('Please give the time without use in whole minutes.'),
  /** The same for all other users. */
  userDays: count('Please give the longest session in whole days.'),
  userIdleDays: count('Please give the time without use in whole days.'),
  /** How long a request to remove a lost second factor waits at least, in which its owner can stop it. */
  lostFactorHours: z._default(count('Please give the time in whole hours.'), 72),
});
export type AccessPolicy = z.output<typeof accessSchema>;

/** The most that can be set for an administrator: how long a session lasts, and how long it may stay unused. */
export const ADMIN_SESSION_MOST_HOURS = 12;
export const ADMIN_IDLE_MOST_MINUTES = 30;
/** The bounds of `lostFactorHours`: a day, and a month. */
export const LOST_FACTOR_HOURS = [24, 720] as const;

/** How well a customer is known, set by an administrator: from 0, unknown, to 3. */
export const KYC_TIERS = [0, 1, 2, 3] as const;
export type KycTier = (typeof KYC_TIERS)[number];
const WHICH_TIER = 'Please choose a tier from 0 to 3.';
export const kycTier = z.pipe(
  count(WHICH_TIER),
  z.union(
    KYC_TIERS.map((tier) => z.literal(tier)),
    WHICH_TIER,
  ),
);

/** What customers of one tier may convert: per conversion, and within 24 hours. Null: the general limit. */
const tierLimitsSchema = z.object({ maximumKobo: z.nullable(koboInput), dayKobo: z.nullable(koboInput) });

/** The rules that depend on a customer's tier. */
export const tiersSchema = z.object({
  /** Orders of customers below this tier never clear automatically. */
  minimumForAutomatic: kycTier,
  /** By tier, from 0 to 3. */
  limits: z.array(tierLimitsSchema).check(z.length(KYC_TIERS.length, 'Please give the limits of all four tiers.')),
});
export type Tiers = z.output<typeof tiersSchema>;

const TIME = count('Please give each time as a whole number.');

/**
 * How long what no law makes us keep stays, and the books; a daily task erases what is past. The smallest and largest values are
 * `RETENTION_BOUNDS`.
 */
export const retentionSchema = z.object({
  /** How many days after an account was closed its owner's data is erased; 0: at the next run. */
  closedDays: TIME,
  /** How many days after their last use the network addresses and devices of sign-ins stay; a session goes a week after its end. */
  signInDays: TIME,
  /** How many days notices in the app stay, and the record of text messages. */
  noticeDays: TIME,
  /** How many days after a payment stays what its payer gave (e-mail address, answers to the link's fields), and its metadata. */
  payerDays: TIME,
  /** For how many years after the end of an order's year its bank account and its holder's name stay in the books. */
  booksYears: TIME,
});
export type Retention = z.output<typeof retentionSchema>;

/** Everything that the operator can change while the product runs. */
export interface Settings {
  readonly brand: Brand;
  readonly switches: Switches;
  readonly clearing: ClearingPolicy;
  readonly risk: RiskSettings;
  readonly limits: Limits;
  readonly exposure: ExposureLimits;
  readonly holds: Holds;
  readonly approvals: Approvals;
  readonly tiers: Tiers;
  readonly access: AccessPolicy;
  readonly legal: LegalStatements;
  readonly retention: Retention;
}
export type SettingSection = keyof Settings;
export const settingSchemas: { readonly [Section in SettingSection]: z.ZodMiniType<Settings[Section]> } = {
  brand: brandSchema,
  switches: switchesSchema,
  clearing: clearingSchema,
  risk: riskSchema,
  limits: limitsSchema,
  exposure: exposureSchema,
  holds: holdsSchema,
  approvals: approvalsSchema,
  tiers: tiersSchema,
  access: accessSchema,
  legal: legalSchema,
  retention: retentionSchema,
};

/** The values until the operator changes them; the limits' defaults are the deployment's own. */
export const DEFAULT_SETTINGS: Omit<Settings, 'limits'> = {
  brand: SAMPLE_BRAND,
  switches: { paymentLinks: true, accountSettings: true },
  clearing: {
    automaticBelowKobo: null,
    paymentsBelowKobo: '1000000000',
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  },
  risk: riskSchema.parse({ waitsFrom: 100, rules: {} }),
  // ₦50 million and ₦1 billion: five of the largest conversions by default, and a hundred.
  exposure: { userKobo: '5000000000', totalKobo: '100000000000' },
  // Chosen so that a shop's ordinary day passes and emptying an account does not.
  holds: {
    hour: { most: 30, mostKobo: '2000000000' },
    day: { most: 200, mostKobo: '10000000000' },
    newHour: { most: 10, mostKobo: '500000000' },
    newDay: { most: 30, mostKobo: '1000000000' },
    newAccountHours: 24,
    coolingOffKobo: '50000000',
  },
  // ₦5 million: too much for one administrator alone.
  approvals: { secondAboveKobo: '500000000' },
  tiers: { minimumForAutomatic: 0, limits: KYC_TIERS.map(() => ({ maximumKobo: null, dayKobo: null })) },
  access: {
    proofAboveKobo: '100000000',
    adminHours: ADMIN_SESSION_MOST_HOURS,
    adminIdleMinutes: ADMIN_IDLE_MOST_MINUTES,
    userDays: 30,
    userIdleDays: 14,
    lostFactorHours: 72,
  },
  legal: NO_STATEMENTS,
  retention: { closedDays: 30, signInDays: 180, noticeDays: 365, payerDays: 365, booksYears: 6 },
};

/** What `GET /brand` answers: the brand's texts and the switches that the screens need. */
export const publicBrandSchema = z.object({ ...brandSchema.shape, switches: switchesSchema });
export type PublicBrand = z.output<typeof publicBrandSchema>;

/** The current value, its version and the changes that led to it. */
export const settingOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({
    value,
    /** Rises with each change; 0: the default. */
    version: z.number(),
    /** The newest changes first. */
    history: z.array(
      z.object({
        version: z.number(),
        at: instant,
        /** The administrator's name; null where it was set before names were kept. */
        by: z.nullable(z.string()),
        before: value,
        after: value,
      }),
    ),
  });

/** One section as an administrator sees it: the current value, and every change that led to it. */
export interface SettingView<Value> {
  value: Value;
  version: number;
  history: SettingChange<Value>[];
}
export interface SettingChange<Value> {
  version: number;
  at: string;
  by: string | null;
  before: Value;
  after: Value;
}

const saving = <Value extends z.ZodMiniType>(path: string, summary: string, value: Value) =>
  endpoint({
    method: 'PUT',
    path,
    summary: `${summary}. \`version\` is the one that was read: 409 where another administrator has changed it since`,
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    body: z.object({ version: count('Please send the version that you read.'), value }),
    answer: z.object({ ...messageAnswer.shape, data: settingOf(value) }),
    errors: [401, 403, 409, 422],
  });

/**
 * The approvals with a change that waits for a second administrator (null if none waits), how many administrators can log in,
 * and how many people of the team may approve orders.
 */
const approvalsView = z.object({
  ...settingOf(approvalsSchema).shape,
  administrators: z.optional(z.number()),
  orderApprovers: z.optional(z.number()),
  proposal: z.nullable(z.object({ value: approvalsSchema, adminId: idSchema('User'), by: z.string(), at: instant })),
});
export type ApprovalsView = z.output<typeof approvalsView>;

export const settings = {
  brand: endpoint({
    method: 'GET',
    path: '/brand',
    summary: 'Who runs this gateway, and which parts of it are on',
    access: 'public',
    answer: z.object({ data: publicBrandSchema }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/admin/settings',
    summary: 'The operator’s settings with their history',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.object({
        brand: settingOf(brandSchema),
        switches: settingOf(switchesSchema),
        clearing: settingOf(clearingSchema),
        risk: settingOf(riskSchema),
        limits: settingOf(limitsSchema),
        exposure: settingOf(exposureSchema),
        holds: settingOf(holdsSchema),
        approvals: approvalsView,
        tiers: settingOf(tiersSchema),
        access: settingOf(accessSchema),
        legal: settingOf(legalSchema),
        retention: settingOf(retentionSchema),
      }),
    }),
    errors: [401, 403],
  }),
  saveBrand: saving('/admin/settings/brand', 'Change the texts that name the company', brandSchema),
  saveSwitches: saving('/admin/settings/switches', 'Switch parts of the product on or off', switchesSchema),
  saveClearing: saving('/admin/settings/clearing', 'Decide which orders clear automatically', clearingSchema),
  saveRisk: saving(
    '/admin/settings/risk',
    'Weigh the signs of risk, and say from which sum on orders wait',
    riskSchema,
  ),
  saveLimits: saving('/admin/settings/limits', 'Set the smallest and the largest conversion', limitsSchema),
  saveExposure: saving(
    '/admin/settings/exposure',
    'Set how much naira may be locked at rates before the coins are there, for one customer, for all newcomers and for all',
    exposureSchema,
  ),
  saveApprovals: endpoint({
    method: 'PUT',
    path: '/admin/settings/approvals',
    summary:
      'Decide above which naira two administrators have to approve. Raising or ending it takes effect once a second ' +
      'administrator has sent the same. `version` is the one that was read: 409 where it was changed since',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    body: z.object({ version: count('Please send the version that you read.'), value: approvalsSchema }),
    answer: z.object({ ...messageAnswer.shape, data: approvalsView }),
    errors: [401, 403, 409, 422],
  }),
  endProposal: endpoint({
    method: 'POST',
    path: '/admin/settings/approvals/proposal/end',
    summary:
      'Withdraw one’s own change of the approvals that waits for a second administrator, or refuse another’s: what ' +
      'holds stays. `at` is the time of the one that was read: 409 where it is another by now',
    access: 'staff',
    roles: ['administrator'],
    proof: 'none',
    body: z.object({ at: text(40) }),
    answer: z.object({ ...messageAnswer.shape, data: approvalsView }),
    errors: [401, 403, 409, 422],
  }),
  saveTiers: saving('/admin/settings/tiers', 'Set what each tier of customers may convert', tiersSchema),
  saveAccess: saving(
    '/admin/settings/access',
    'Decide how long sessions last, and above which naira a decision takes a fresh proof',
    accessSchema,
  ),
  saveLegal: saving('/admin/settings/legal', 'State on the legal pages what only the operator can', legalSchema),
  saveRetention: saving(
    '/admin/settings/retention',
    'Set how long the books are kept, and data that no law requires',
    retentionSchema,
  ),
  saveHolds: saving('/admin/settings/holds', 'Decide how much leaves an account automatically', holdsSchema),
} as const;
