import * as z from 'zod/mini';
import { endpoint, instant, integer, STAFF_ROLES } from './endpoint.ts';

const railFloatSchema = z.object({
  /** The rail's stable name, such as `paystack`. */
  rail: z.string(),
  /** The naira available there for payouts, in kobo, as the rail last reported; null where it never has. */
  floatKobo: z.nullable(integer),
  askedAt: z.nullable(instant),
  /** Since when it is below the operator's threshold; null while it is enough. */
  lowSince: z.nullable(instant),
});
export type RailFloat = z.output<typeof railFloatSchema>;

const RAIL_TITLES: Readonly<Record<string, string>> = {
  budpay: 'BudPay',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  'flutterwave-v4': 'Flutterwave v4',
  monnify: 'Monnify',
};

/** A rail's name as its provider writes it; the stable name for a rail without a title here. */
export const railTitle = (rail: string): string => RAIL_TITLES[rail] ?? rail;

export const payouts = {
  rails: endpoint({
    method: 'GET',
    path: '/admin/rails',
    summary: 'The connected payout rails in the operator’s order, with each one’s float',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.array(railFloatSchema),
      /** Below this a rail's float is low. */
      lowBelowKobo: integer,
    }),
    errors: [401, 403],
  }),
} as const;
