import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, text } from './endpoint.ts';

/** The most characters of what a person says who has lost it. */
export const STATEMENT_LENGTH = 1000;

/** A request to remove a second factor that is lost, while it is open: two administrators decide on it. */
const factorResetSchema = z.object({
  askedAt: instant,
  /** It takes effect then, where it was granted by then; else once it is. */
  dueAt: instant,
  isGranted: z.boolean(),
});
export type FactorReset = z.output<typeof factorResetSchema>;

/** The request of a person whose second step is open, and why the last one was refused; null: none is, or was. */
const lostSchema = z.object({
  open: z.nullable(factorResetSchema),
  refused: z.nullable(z.object({ at: instant, reason: z.string() })),
});
export type LostFactor = z.output<typeof lostSchema>;

const challenge = text(200);

/** Apart from the rest of the second step: most of it is for the pages that the server draws. */
export const lostFactor = {
  view: endpoint({
    method: 'POST',
    path: '/auth/second-factor/lost',
    summary: 'The state of the request to remove a lost second factor, for a caller who has passed the first step',
    access: 'public',
    takesDevice: true,
    body: z.object({ challenge }),
    answer: z.object({ data: lostSchema }),
    errors: [401, 429],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/auth/second-factor/reset',
    summary:
      'Request the removal of the second factor and the recovery codes, after the first step of a sign-in. Two administrators ' +
      'decide, and it takes effect after a wait. While one is open a repeated call changes nothing, and answers it',
    access: 'public',
    takesDevice: true,
    body: z.object({ challenge, statement: text(STATEMENT_LENGTH) }),
    answer: z.object({ ...messageAnswer.shape, data: factorResetSchema }),
    errors: [401, 403, 422, 429],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/auth/second-factor/reset/stop',
    summary: 'Stop such a request by the link of its mail; 409 where it has taken effect already',
    access: 'public',
    body: z.object({ token: text(400) }),
    answer: messageAnswer,
    errors: [409, 422, 429],
  }),
  own: endpoint({
    method: 'GET',
    path: '/two-factor/reset',
    summary:
      'The request to remove one’s own second factor, which somebody made after the first step; null: none is open',
    access: 'user',
    answer: z.object({ data: z.nullable(factorResetSchema) }),
    errors: [401],
  }),
  stopOwn: endpoint({
    method: 'POST',
    path: '/two-factor/reset/stop',
    summary: 'Stop such a request for one’s own account',
    access: 'user',
    answer: messageAnswer,
    errors: [401],
  }),
} as const;
