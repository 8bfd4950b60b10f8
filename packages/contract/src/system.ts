import * as z from 'zod/mini';
import { endpoint, messageAnswer } from './endpoint.ts';

const answer = z.object({ ...messageAnswer.shape, status: z.literal('ok') });

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: '200 once the database answers and the schema is in place',
    access: 'public',
    answer: z.object({
      ...messageAnswer.shape,
      status: z.literal('ok'),
      /** Whether payouts are stopped until the books are compared with the banks and the chains. */
      isFenced: z.boolean(),
    }),
  }),
  live: endpoint({
    method: 'GET',
    path: '/live',
    summary: '200 while the process runs, from the first moment of its start; nothing else is checked',
    access: 'public',
    answer,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    summary:
      '200 while it can serve: the database answers, its schema is in place, and it is neither starting nor stopping; else 503',
    access: 'public',
    answer,
  }),
} as const;
