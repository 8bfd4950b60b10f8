import * as z from 'zod/mini';
import { endpoint, messageAnswer } from './endpoint.ts';

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: '200 once the database answers and the schema is in place',
    access: 'public',
    answer: z.object({
      ...messageAnswer.shape,
      status: z.literal('ok'),
      /** Whether payouts are stopped until the books were compared with the banks and the chains. */
      isFenced: z.boolean(),
    }),
  }),
} as const;
