import * as z from 'zod/mini';
import { amountInput, decimal, endpoint, instant, messageAnswer, text } from './endpoint.ts';

/** Coins of a customer's that are not on offer. */
export const suspenseItemSchema = z.object({
  userId: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  /** The ledger's code, such as `POL@polygon`. */
  asset: z.string(),
  currency: z.string(),
  networkName: z.string(),
  amount: decimal,
  /** What it can be credited as, unit for unit; null: it can only be refunded. */
  creditedAs: z.nullable(z.string()),
  arrivedAt: z.nullable(instant),
});
export type SuspenseItem = z.output<typeof suspenseItemSchema>;

export const suspense = {
  list: endpoint({
    method: 'GET',
    path: '/admin/suspense',
    summary: 'Coins that arrived at customers’ addresses and are not on offer',
    access: 'admin',
    answer: z.object({ data: z.array(suspenseItemSchema) }),
    errors: [401, 403],
  }),
  credit: endpoint({
    method: 'POST',
    path: '/admin/suspense/credit',
    summary: 'Credit a customer with what stands for their coins, unit for unit',
    access: 'admin',
    proof: 'amount',
    takesKey: true,
    body: z.object({ userId: text(60), asset: text(40), amount: amountInput }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
