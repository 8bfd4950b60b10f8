import * as z from 'zod/mini';
import { decimal, endpoint, instant, STAFF_ROLES } from './endpoint.ts';
import { idSchema } from './ids.ts';

/** A deposit whose sender is on the operator's list. */
export const sanctionsHitSchema = z.object({
  depositId: idSchema('Deposit'),
  userId: idSchema('User'),
  customerName: z.string(),
  customerEmail: z.string(),
  currency: z.string(),
  networkName: z.string(),
  amount: decimal,
  transaction: z.string(),
  /** The sender, as the list has it. */
  address: z.string(),
  /** The list's own day. */
  listedOn: z.string(),
  foundAt: instant,
  /** The newest 20 orders that the coins can be in, newest first. */
  orderIds: z.array(idSchema('Order')),
});
export type SanctionsHit = z.output<typeof sanctionsHitSchema>;

export const sanctions = {
  read: endpoint({
    method: 'GET',
    path: '/admin/sanctions',
    summary: 'The current list of sanctioned addresses, and the newest 100 deposits that came from one of them',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.object({
        /** Null: the operator has given none, so no sender is checked. */
        list: z.nullable(
          z.object({
            listedOn: z.string(),
            loadedAt: instant,
            addresses: z.number(),
            /** Lines that are no address of a chain of ours. */
            unread: z.number(),
            isStale: z.boolean(),
          }),
        ),
        hits: z.array(sanctionsHitSchema),
      }),
    }),
    errors: [401, 403],
  }),
} as const;
