import * as z from 'zod/mini';
import { EMAIL_PATTERN, PHONE_PATTERN, PRODUCT_NAME } from './constants.ts';
import { amountInput, endpoint, instant, integer, messageAnswer, text } from './endpoint.ts';

/** A whole number that isn't money, from 0 to 999,999,999; read from its own digits. */
export const count = (sentence: string) =>
  z.pipe(
    amountInput,
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, sentence)),
      z.transform((digits): number => Number(digits)),
    ),
  );

/** An amount of naira as kobo: digits. Only the server's own rules say how large it may be. */
const koboInput = integer.check(z.regex(/^\d{1,18}$/, 'Please send naira as a whole number of kobo.'));

/** A link that a browser may follow: nothing but https. */
const link = z
  .string('Please give each channel its address')
  .check(
    z.trim(),
    z.maxLength(300, 'Please keep each address under 300 characters'),
    z.regex(
      /^https:\/\/[^\s/?#@]+\.[^\s@]+$/,
      'Please give each channel an address that starts with https://, such as https://example.com/us',
    ),
  );

/** What names the company behind this gateway. An empty text is not shown. */
export const brandSchema = z.object({
  name: text(60, 'Please give the name of the company').check(z.minLength(1, 'Please give the name of the company')),
  /** Continues a sentence: "NAME is SUMMARY". */
  summary: text(200, 'Please say in a few words what the company is').check(
    z.minLength(1, 'Please say in a few words what the company is'),
  ),
  licence: text(300),
  address: z.array(text(100)).check(z.maxLength(6, 'Please keep the address to 6 lines')),
  supportEmail: text(254).check(
    z.refine(
      (value) => value === '' || EMAIL_PATTERN.test(value),
      'Please enter a valid email address, or leave it empty',
    ),
  ),
  supportPhone: text(40).check(
    z.refine(
      (value) => value === '' || PHONE_PATTERN.test(value),
      'Please enter a valid phone number, or leave it empty',
    ),
  ),
  socialLinks: z
    .array(
      z.object({
        label: text(30, 'Please name each channel').check(z.minLength(1, 'Please name each channel')),
        url: link,
      }),
    )
    .check(z.maxLength(6, 'Please keep to 6 channels')),
});
export type Brand = z.output<typeof brandSchema>;

/** Parts of the product that the operator offers. Off: the part reads `Coming Soon`. */
export const switchesSchema = z.object({ paymentLinks: z.boolean(), accountSettings: z.boolean() });
export type Switches = z.output<typeof switchesSchema>;

/** Which orders clear without a person. `automaticBelowKobo` null: none does. */
export const clearingSchema = z.object({
  automaticBelowKobo: z.nullable(koboInput),
  /** An account has to be at least so many days old for its orders to clear by themselves. */
  minimumAccountDays: count('Please give the age of an account in whole days.'),
});
export type ClearingPolicy = z.output<typeof clearingSchema>;

/** The smallest and the largest naira of one conversion, in kobo, both included. */
export const limitsSchema = z.object({ minimumKobo: koboInput, maximumKobo: koboInput });
export type Limits = z.output<typeof limitsSchema>;

/**
 * How much naira, in kobo, may be locked at rates for orders whose coins are not final: of one person, and of everybody
 * together. What the balance covers at once counts for nothing.
 */
export const exposureSchema = z.object({ userKobo: koboInput, totalKobo: koboInput });
export type ExposureLimits = z.output<typeof exposureSchema>;

/** Everything that the operator decides while the product runs. */
export interface Settings {
  readonly brand: Brand;
  readonly switches: Switches;
  readonly clearing: ClearingPolicy;
  readonly limits: Limits;
  readonly exposure: ExposureLimits;
}
export type SettingSection = keyof Settings;
export const settingSchemas: { readonly [Section in SettingSection]: z.ZodMiniType<Settings[Section]> } = {
  brand: brandSchema,
  switches: switchesSchema,
  clearing: clearingSchema,
  limits: limitsSchema,
  exposure: exposureSchema,
};

/** What holds until the operator decides otherwise; the limits' defaults are the deployment's own. */
export const DEFAULT_SETTINGS: Omit<Settings, 'limits'> = {
  brand: {
    name: PRODUCT_NAME,
    summary: 'a B2B one-click crypto payment platform',
    licence: 'Licensed in Nigeria under a payment services act',
    address: ['1 Sample Street', 'Victoria Island', 'Lagos, Nigeria'],
    supportEmail: '',
    supportPhone: '',
    socialLinks: [],
  },
  switches: { paymentLinks: false, accountSettings: true },
  clearing: { automaticBelowKobo: null, minimumAccountDays: 0 },
  // ₦50 million and ₦1 billion: five of the largest conversions by default, and a hundred.
  exposure: { userKobo: '5000000000', totalKobo: '100000000000' },
};

/** Whether a brand still carries the sample's own text there, which is then to be marked as a sample. */
export function isSampleBrand({ licence, address }: Brand, field: 'licence' | 'address'): boolean {
  const sample = DEFAULT_SETTINGS.brand;
  return field === 'licence' ? licence === sample.licence : address.join('\n') === sample.address.join('\n');
}

/** Whether this version can take and settle payments by link; the switch stays off until it can. */
export const HAS_PAYMENT_LINKS: boolean = false;

/** What `GET /brand` answers: the brand's texts and the switches that the screens need. */
export const publicBrandSchema = z.object({ ...brandSchema.shape, switches: switchesSchema });
export type PublicBrand = z.output<typeof publicBrandSchema>;

/** What holds, its version and the changes that led to it. */
export const settingOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({
    value,
    /** Rises with each change; 0: the default holds. */
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

/** One section as an administrator sees it: what holds, and every change that led to it. */
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
    summary: `${summary}. \`version\` is the one that was read: 409 where somebody else has changed it since`,
    access: 'admin',
    body: z.object({ version: count('Please send the version that you read.'), value }),
    answer: z.object({ ...messageAnswer.shape, data: settingOf(value) }),
    errors: [401, 403, 409, 422],
  });

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
    summary: "The operator's settings with their history",
    access: 'admin',
    answer: z.object({
      data: z.object({
        brand: settingOf(brandSchema),
        switches: settingOf(switchesSchema),
        clearing: settingOf(clearingSchema),
        limits: settingOf(limitsSchema),
        exposure: settingOf(exposureSchema),
      }),
    }),
    errors: [401, 403],
  }),
  saveBrand: saving('/admin/settings/brand', 'Change the texts that name the company', brandSchema),
  saveSwitches: saving('/admin/settings/switches', 'Switch parts of the product on or off', switchesSchema),
  saveClearing: saving('/admin/settings/clearing', 'Decide which orders clear without a person', clearingSchema),
  saveLimits: saving('/admin/settings/limits', 'Set the smallest and the largest conversion', limitsSchema),
  saveExposure: saving(
    '/admin/settings/exposure',
    'Set how much naira may be locked at rates before the coins are there, for one person and for all',
    exposureSchema,
  ),
} as const;
