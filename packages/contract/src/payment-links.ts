import * as z from 'zod/mini';
import { endpoint, text } from './endpoint.ts';

export const paymentLinkSchema = z.object({
  name: z.string(),
  purpose: z.string(),
  amount: z.string(),
  bannerImage: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
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
    answer: z.object({ data: paymentLinkSchema }),
    errors: [404],
  }),
} as const;
