import * as z from 'zod/mini';
import { endpoint, text } from './endpoint.ts';
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

export const paymentLinks = {
  getPublic: endpoint({
    method: 'GET',
    path: '/payment-links/user/{id}',
    summary: 'What a payer sees of a payment link',
    access: 'public',
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
    answer: z.object({ data: z.array(supportedCoinSchema) }),
  }),
} as const;
