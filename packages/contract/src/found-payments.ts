import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, text, STAFF_ROLES } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { coinsAtAddressSchema } from './suspense.ts';

/** What a payment that the books did not know turned out to be. */
export const FOUND_PAYMENT_KINDS = ['refund', 'customer', 'operator'] as const;
export type FoundPaymentKind = (typeof FOUND_PAYMENT_KINDS)[number];

/** Coins that left one of our addresses by a transaction that the books did not know, as after a restore. */
export const foundPaymentSchema = z.object({
  id: idSchema('FoundPayment'),
  /** The receiver's address. */
  ...coinsAtAddressSchema.shape,
  foundAt: instant,
  /** Refunds that wait to be paid, of this coin, amount and address. */
  candidates: z.array(z.object({ refundId: idSchema('Refund'), customerEmail: z.string() })),
  /** The administrator's decision about it; null: none yet. */
  explained: z.nullable(
    z.object({
      kind: z.enum(FOUND_PAYMENT_KINDS),
      customerEmail: z.nullable(z.string()),
      reason: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
});
export type FoundPaymentView = z.output<typeof foundPaymentSchema>;

export const foundPayments = {
  list: endpoint({
    method: 'GET',
    path: '/admin/found-payments',
    summary: 'Payments from our own addresses that the books did not know, those that wait for a decision first',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(foundPaymentSchema) }),
    errors: [401, 403],
  }),
  explain: endpoint({
    method: 'POST',
    path: '/admin/found-payments/{id}/explain',
    summary: 'Say what such a payment was: a refund of the books, a customer’s coins, or the operator’s own',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    params: byId('FoundPayment'),
    body: z.object({
      kind: z.enum(FOUND_PAYMENT_KINDS),
      refundId: z._default(z.nullable(idInput('Refund')), null),
      email: z._default(z.nullable(text(254)), null),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
