import * as z from 'zod/mini';
import { CURRENCIES } from './assets.ts';
import { customFieldSchema, customFieldsInput } from './custom-fields.ts';
import {
  amountInput,
  count,
  endpoint,
  instant,
  integer,
  metadataInput,
  metadataSchema,
  pageLimit,
  text,
} from './endpoint.ts';
import { byId, cursorInput, idInput, idSchema } from './ids.ts';
import { LINK_CURRENCIES } from './link-currencies.ts';
import { LINK_STATES } from './states.ts';
import { supportedCoinSchema } from './wallets.ts';

/** A link as its payer sees it. */
export const paymentLinkSchema = z.object({
  name: z.string(),
  purpose: z.string(),
  /** The fixed amount in `amountCurrency`, such as `25000.00`; empty where the payer chooses. */
  amount: z.string(),
  /** Addresses below this gateway's own. */
  bannerImage: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** Currencies that the link may be paid in, such as `USDT`. */
  coins: z.array(z.string()),
  // Another payment API may give only the above; each of the rest then has its default.
  id: z._default(z.string(), '').brand('Link'),
  amountCurrency: z._default(z.enum(LINK_CURRENCIES), 'NGN'),
  isAmountOpen: z._default(z.boolean(), false),
  /** Bounds of its own where the payer chooses, in `amountCurrency`. */
  minimumAmount: z._default(z.nullable(z.string()), null),
  maximumAmount: z._default(z.nullable(z.string()), null),
  /** What can be paid with now: what the merchant accepts and the operator offers. */
  networks: z._default(z.array(z.object({ currency: z.string(), network: z.string(), networkName: z.string() })), []),
  /** Those of `coins` without a current rate, in which no payment can be opened now. */
  coinsWithoutRate: z._default(z.array(z.string()), []),
  isOnce: z._default(z.boolean(), false),
  expiresAt: z._default(z.nullable(instant), null),
  /** What the payer is asked for besides. */
  customFields: z._default(z.array(customFieldSchema), []),
  state: z._default(z.enum(LINK_STATES), 'active'),
  /** This link's own median of seconds from the final confirmation to the bank's acceptance; null: too few payments. */
  medianPayoutSeconds: z._default(z.nullable(z.number()), null),
});
export type PaymentLink = z.output<typeof paymentLinkSchema>;

/** A coin on a network. */
const pair = z.strictObject({ currency: text(20), network: text(40) });

/** A link as its owner sees it. */
export const ownLinkSchema = z.object({
  ...paymentLinkSchema.shape,
  active: z.boolean(),
  bannerImageId: z.nullable(idSchema('Image')),
  profileImageId: z.nullable(idSchema('Image')),
  successMessage: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
  /** Your own data; payments that are opened on its page begin with it. */
  metadata: z._default(metadataSchema, {}),
  /** The pairs that it may be paid with; empty: every network of `coins`. */
  accepted: z.array(z.object({ currency: z.string(), network: z.string() })),
  /** Payments that were opened, those that were covered, and the naira of the covered ones. */
  totals: z.object({ payments: z.number(), paid: z.number(), nairaKobo: integer }),
  /** Rises with each change. */
  version: z.number(),
  createdAt: instant,
  updatedAt: instant,
});
export type OwnPaymentLink = z.output<typeof ownLinkSchema>;

/** All links of one merchant: how many are in each state, and the naira that they received. */
const linkTotalsSchema = z.object({
  byState: z.record(z.enum(LINK_STATES), z.number()),
  payments: z.number(),
  paid: z.number(),
  nairaKobo: integer,
});
export type LinkTotals = z.output<typeof linkTotalsSchema>;

/** The longest address that payers are redirected to, as it is answered. */
export const REDIRECT_LENGTH = 500;

const NAME_MISSING = 'Please give the link a name';
const PURPOSE_MISSING = 'Please say what the payment is for';
const COIN_MISSING = 'Please choose at least one coin';

/** A link's input. What is left out: naira, a fixed amount, every network, no end, reusable. */
export const newLinkSchema = z.object({
  name: text(80, NAME_MISSING).check(z.minLength(1, NAME_MISSING)),
  purpose: text(300, PURPOSE_MISSING).check(z.minLength(1, PURPOSE_MISSING)),
  amountCurrency: z.optional(z.enum(LINK_CURRENCIES, 'Please give the amount in NGN, USD or one of our coins')),
  /** In `amountCurrency`, such as `25000.00`; left out where the payer chooses. */
  amount: z.optional(amountInput),
  isAmountOpen: z.optional(z.boolean('Please say with true or false whether the payer chooses the amount')),
  minimumAmount: z.optional(z.nullable(amountInput)),
  maximumAmount: z.optional(z.nullable(amountInput)),
  coins: z
    .array(z.enum(CURRENCIES, 'We do not know this coin'), COIN_MISSING)
    .check(z.minLength(1, COIN_MISSING), z.maxLength(CURRENCIES.length, 'Please name each coin once')),
  accepted: z.optional(
    z
      .array(pair, 'Please give the coins and networks as a list')
      .check(z.maxLength(100, 'Please name each pair of a coin and a network once')),
  ),
  isOnce: z.optional(z.boolean('Please say with true or false whether the link is for one payment')),
  /** ISO 8601 with its zone. */
  expiresAt: z.optional(z.nullable(text(40, 'Please give the end as a date and time'))),
  successMessage: z.optional(z.nullable(text(300, 'Please give the message as a text'))),
  redirectUrl: z.optional(z.nullable(text(REDIRECT_LENGTH, 'Please give the address as a text'))),
  /** Your own data, never shown to payers: up to 20 pairs. Left out of a change, it stays. */
  metadata: z.optional(metadataInput),
  /** What you ask of each payer, as the size of a shirt. Left out of a change, it stays. */
  customFields: z.optional(customFieldsInput),
  /** Pictures that were uploaded before, by their ids. */
  bannerImageId: z.optional(z.nullable(idInput('Image', 'Please give the banner by its id'))),
  profileImageId: z.optional(z.nullable(idInput('Image', 'Please give the profile picture by its id'))),
});
export type NewPaymentLink = z.output<typeof newLinkSchema>;

const id = byId('Link');
const own = z.object({ data: ownLinkSchema });

export const paymentLinks = {
  create: endpoint({
    method: 'POST',
    path: '/payment-links',
    summary: 'Make a payment link; while the operator has links switched off, an administrator may, to try them',
    access: 'user',
    scope: 'links:write',
    takesKey: true,
    body: newLinkSchema,
    answer: own,
    success: 201,
    errors: [401, 403, 409, 422, 429],
  }),
  list: endpoint({
    method: 'GET',
    path: '/payment-links',
    summary:
      'The signed-in user’s payment links, newest first: those of a state, and those with a text in name or purpose. ' +
      '`total` counts those on all pages, `totals` is over all links',
    access: 'user',
    scope: 'links:read',
    query: z.object({
      search: z.optional(text(100)),
      state: z.optional(z.enum(LINK_STATES, 'Please ask for active, inactive, expired or used links.')),
      before: z.optional(cursorInput('Link')),
      limit: z.optional(pageLimit),
    }),
    answer: z.object({
      data: z.array(ownLinkSchema),
      next: z.nullable(z.string()),
      /** Of those that were asked for, on whatever page. */
      total: z.number(),
      totals: linkTotalsSchema,
    }),
    errors: [401],
  }),
  getOwn: endpoint({
    method: 'GET',
    path: '/payment-links/{id}',
    summary: 'One payment link of the signed-in user',
    access: 'user',
    scope: 'links:read',
    params: id,
    answer: own,
    errors: [401, 404],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/payment-links/{id}',
    summary:
      'Replace what a payment link says. `version` is the one that was read: 409 where it was changed since. Payments ' +
      'that are open continue as they were opened',
    access: 'user',
    scope: 'links:write',
    params: id,
    body: z.object({ ...newLinkSchema.shape, version: count('Please send the version that you read.') }),
    answer: own,
    errors: [401, 403, 404, 409, 422],
  }),
  activate: endpoint({
    method: 'POST',
    path: '/payment-links/{id}/activate',
    summary: 'Let a payment link be paid again',
    access: 'user',
    scope: 'links:write',
    params: id,
    answer: own,
    errors: [401, 403, 404],
  }),
  deactivate: endpoint({
    method: 'POST',
    path: '/payment-links/{id}/deactivate',
    summary: 'Deactivate a link: no new payment can be opened with it; open payments continue',
    access: 'user',
    scope: 'links:write',
    params: id,
    answer: own,
    errors: [401, 404],
  }),
  getPublic: endpoint({
    method: 'GET',
    path: '/payment-links/user/{id}',
    summary: 'What a payer sees of a payment link: 404 unknown or inactive, 409 expired or used',
    access: 'public',
    isOpen: true,
    params: id,
    // Another payment API may serve the payment page, and may answer that there is nothing.
    answer: z.object({ data: z.nullable(paymentLinkSchema) }),
    errors: [404, 409],
  }),
  listCoins: endpoint({
    method: 'GET',
    path: '/payment-links/coins',
    summary: 'The coins that payment links can be paid in, each with the networks that this gateway watches',
    access: 'public',
    isOpen: true,
    answer: z.object({ data: z.array(supportedCoinSchema) }),
  }),
} as const;
