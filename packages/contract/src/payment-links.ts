import * as z from 'zod/mini';
import { CURRENCIES } from './assets.ts';
import { amountInput, endpoint, instant, text } from './endpoint.ts';
import { supportedCoinSchema } from './wallets.ts';

export const paymentLinkSchema = z.object({
  name: z.string(),
  purpose: z.string(),
  /** Naira, such as `25000.00`. */
  amount: z.string(),
  bannerImage: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** Currencies that the link may be paid in, such as `USDT`. */
  coins: z.array(z.string()),
});
export type PaymentLink = z.output<typeof paymentLinkSchema>;

/** A link as its owner sees it. */
export const ownLinkSchema = z.object({
  ...paymentLinkSchema.shape,
  id: z.string(),
  active: z.boolean(),
  createdAt: instant,
});
export type OwnPaymentLink = z.output<typeof ownLinkSchema>;

/** What a link is made of; pictures come later. */
export const newLinkSchema = z.object({
  name: text(80, 'Please give the link a name').check(z.minLength(1, 'Please give the link a name')),
  purpose: text(300, 'Please say what the payment is for').check(z.minLength(1, 'Please say what the payment is for')),
  /** Naira, at most two decimals, such as `25000.00`. */
  amount: amountInput,
  coins: z
    .array(z.enum(CURRENCIES, 'We do not know this coin'), 'Please choose at least one coin')
    .check(
      z.minLength(1, 'Please choose at least one coin'),
      z.maxLength(CURRENCIES.length, 'Please name each coin once'),
    ),
});

export const paymentLinks = {
  create: endpoint({
    method: 'POST',
    path: '/payment-links',
    summary: 'Make a payment link; while the operator has links switched off, an administrator may, to try them',
    access: 'user',
    scope: 'links:write',
    body: newLinkSchema,
    answer: z.object({ data: ownLinkSchema }),
    success: 201,
    errors: [401, 403, 422, 429],
  }),
  list: endpoint({
    method: 'GET',
    path: '/payment-links',
    summary: "The signed-in user's payment links, newest first, 100 at most",
    access: 'user',
    scope: 'links:read',
    answer: z.object({ data: z.array(ownLinkSchema) }),
    errors: [401],
  }),
  getPublic: endpoint({
    method: 'GET',
    path: '/payment-links/user/{id}',
    summary: 'What a payer sees of a payment link',
    access: 'public',
    isOpen: true,
    params: z.object({ id: text(60) }),
    // Another payment API may stand behind the payment page, and may answer that there is nothing.
    answer: z.object({ data: z.nullable(paymentLinkSchema) }),
    errors: [404],
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
