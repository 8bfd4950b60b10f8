import * as z from 'zod/mini';
import { endpoint, instant, integer } from './endpoint.ts';

const railFloatSchema = z.object({
  /** The rail's stable name, such as `paystack`. */
  rail: z.string(),
  /** The naira that lies there for payouts, in kobo, as it said last; null where it has never said. */
  floatKobo: z.nullable(integer),
  askedAt: z.nullable(instant),
  /** Since when it has been less than the operator wants to have there; null while it is enough. */
  lowSince: z.nullable(instant),
});
export type RailFloat = z.output<typeof railFloatSchema>;

const RAIL_TITLES: Readonly<Record<string, string>> = {
  budpay: 'BudPay',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  monnify: 'Monnify',
};

/** A rail as its provider writes its name; one that has no title here by its stable name. */
export const railTitle = (rail: string): string => RAIL_TITLES[rail] ?? rail;

export const payouts = {
  rails: endpoint({
    method: 'GET',
    path: '/admin/rails',
    summary: 'The connected payout rails in the operator’s order, with the naira that lies at each',
    access: 'admin',
    answer: z.object({
      data: z.array(railFloatSchema),
      /** Beneath this a rail's float is low. */
      lowBelowKobo: integer,
    }),
    errors: [401, 403],
  }),
} as const;
