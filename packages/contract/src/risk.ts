import * as z from 'zod/mini';
import { count } from './endpoint.ts';
import type { Priority } from './states.ts';

/** The signs of risk that an order can show, each weighed by the operator. */
export const RISK_RULES = [
  'listed-sender',
  'name-denied',
  'large',
  'sizeable',
  'name-unconfirmed',
  'unusual',
  'changed-account',
  'velocity',
  'first-payout',
  'new-account',
  'late',
] as const;
export type RiskRule = (typeof RISK_RULES)[number];

/** Each sign in a few words, as a list shows it. */
export const RISK_NAMES: Readonly<Record<RiskRule, string>> = {
  'listed-sender': 'Sanctioned sender',
  'name-denied': 'Bank has another name',
  large: 'Large amount',
  sizeable: 'Sizeable amount',
  'name-unconfirmed': 'Name not confirmed',
  unusual: 'Far above usual',
  'changed-account': 'Payout account changed',
  velocity: 'Many orders in a day',
  'first-payout': 'First payout',
  'new-account': 'New customer',
  late: 'Coins came late',
};

/** How much a sign counts; 0: it is switched off. */
const weighed = (weight: number) => z._default(count('Please give each weight as a whole number.'), weight);

/** How the signs of risk are weighed. */
export const riskSchema = z.object({
  /** From this sum on an order is never cleared automatically; null: the sum alone stops none. */
  waitsFrom: z.nullable(count('Please give the sum as a whole number.')),
  rules: z.object({
    'listed-sender': weighed(100),
    'name-denied': weighed(60),
    large: weighed(60),
    sizeable: weighed(30),
    'name-unconfirmed': weighed(30),
    unusual: weighed(25),
    'changed-account': weighed(25),
    velocity: weighed(20),
    'first-payout': weighed(15),
    'new-account': weighed(10),
    late: weighed(10),
  }),
});
export type RiskSettings = z.output<typeof riskSchema>;

/** The most that one sign can weigh. */
export const MOST_WEIGHT = 100;

/** The sums from which an order is reviewed before others. */
export const PRIORITY_FROM = { high: 60, medium: 30 } as const;

/** How urgent an order is, by the sum of its weights. Pure. */
export function priorityOf(risk: number): Priority {
  if (risk >= PRIORITY_FROM.high) return 'high';
  return risk >= PRIORITY_FROM.medium ? 'medium' : 'low';
}

/** Why an order waits, or is looked at closely. */
export const riskReasonSchema = z.object({
  /** The sign that it is; null: a rule of the clearing policy alone. */
  rule: z.nullable(z.enum(RISK_RULES)),
  /** What it adds to the sum. */
  weight: z.number(),
  text: z.string(),
  /** It keeps the order from being cleared automatically, whatever the sum. */
  holds: z.boolean(),
});
export type RiskReason = z.output<typeof riskReasonSchema>;
