import * as z from 'zod/mini';
import { amountInput, decimal, endpoint, instant, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';

/** Coins of a customer, in whole coins. */
const coinsSchema = z.object({ asset: z.string(), title: z.string(), amount: decimal });

/**
 * Coins that a customer owes us: a chain took them back after their naira had left, or they were given coins without a known owner
 * that turned out to be another's.
 */
export const debtSchema = z.object({
  ...coinsSchema.shape,
  /** Other coins that they have free, which can settle it. */
  free: z.array(coinsSchema),
  /**
   * What the first of two people says, in a sentence: the second has to say the same. Null before the first, and where
   * one is enough.
   */
  first: z.nullable(
    z.object({ adminId: idSchema('User'), by: z.string(), at: instant, says: z.string(), reason: z.string() }),
  ),
});
export type Debt = z.output<typeof debtSchema>;

export const debts = {
  ofUser: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/debts',
    summary: 'The coins that a customer owes, as after a chain took them back, and what can settle them',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('User'),
    answer: z.object({ data: z.array(debtSchema) }),
    errors: [401, 403, 404],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/debts/settlement',
    summary:
      'Settle everything that a customer owes of a coin, once: with other coins of their balance (`with`), or write it off as a loss. Above the ' +
      'operator’s second threshold two people have to say the same',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'amount',
    params: byId('User'),
    body: z.object({
      asset: text(40),
      /** What is owed, as it was seen, in whole coins. */
      amount: amountInput,
      with: z.optional(z.object({ asset: text(40), amount: amountInput })),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
