import * as z from 'zod/mini';
import { endpoint, integer } from './endpoint.ts';
import { orderSchema } from './orders.ts';

export const dashboardSchema = z.object({
  /** An order was made or a deposit was seen; without any, the page has nothing of the user's own to show. */
  hasActivity: z.boolean(),
  /** Conversions, and payments by link that received something, in any state. */
  transactions: z.number(),
  /** Naira of those that are paid in and were not declined, in kobo. */
  volumeKobo: integer,
  wallets: z.number(),
  /** The last six months of Lagos, this one included, oldest first; a month without any has zeros. */
  months: z.array(
    z.object({
      /** `2026-11`. */
      month: z.string(),
      transactions: z.number(),
      volumeKobo: integer,
    }),
  ),
  /** The volume by coin, at the rate of each conversion; the largest first, none that is zero. */
  assets: z.array(z.object({ currency: z.string(), volumeKobo: integer })),
  /** The last eight of them, newest first. */
  recent: z.array(orderSchema),
});
export type Dashboard = z.output<typeof dashboardSchema>;

export const dashboard = {
  read: endpoint({
    method: 'GET',
    path: '/dashboard',
    summary: 'The signed-in user’s figures: conversions, naira volume by month and by coin, wallets, the last orders',
    access: 'user',
    answer: z.object({ data: dashboardSchema }),
    errors: [401],
  }),
} as const;
