import * as z from 'zod/mini';
import { decimal, endpoint, instant } from './endpoint.ts';

/** How far back a chart of a coin's rate reaches, with the seconds between two of its points. */
export const RATE_RANGES = {
  day: { seconds: 86_400, sliceSeconds: 900 },
  week: { seconds: 604_800, sliceSeconds: 7_200 },
  month: { seconds: 2_592_000, sliceSeconds: 28_800 },
} as const;
export type RateRange = keyof typeof RATE_RANGES;

export const rateHistorySchema = z.object({
  currency: z.string(),
  range: z.enum(['day', 'week', 'month']),
  /** Oldest first; naira for one whole coin before the spread. A stretch without a trusted rate has no points. */
  points: z.array(z.object({ at: instant, rate: decimal })),
});
export type RateHistory = z.output<typeof rateHistorySchema>;

export const rates = {
  history: endpoint({
    method: 'GET',
    path: '/rates/{currency}/history',
    summary: 'A coin’s market rate over the last day, week or month, from what was recorded',
    access: 'user',
    params: z.object({ currency: z.string() }),
    query: z.object({ range: z._default(z.enum(['day', 'week', 'month']), 'day') }),
    answer: z.object({ data: rateHistorySchema }),
    errors: [401, 404],
  }),
} as const;
