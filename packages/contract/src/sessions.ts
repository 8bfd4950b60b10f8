import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';

export const sessionSchema = z.object({
  id: idSchema('Session'),
  /** In words, as the browser describes itself: `Chrome on Android`. */
  device: z.string(),
  kind: z.enum(['computer', 'phone', 'tablet', 'other']),
  /** The network address it was opened from, without its last part; empty where it is not known. */
  address: z.string(),
  createdAt: instant,
  /** To the minute; a page's own refresh does not count. */
  lastSeenAt: instant,
  /** Whether it is the session of this call's token. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.output<typeof sessionSchema>;

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/user/sessions',
    summary: 'Where the signed-in user is signed in: this session first, then the latest seen, at most 100',
    access: 'user',
    answer: z.object({ data: z.array(sessionSchema) }),
    errors: [401],
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/user/sessions/{id}',
    summary: 'Sign out of one session; its token is refused from then on',
    access: 'user',
    params: byId('Session'),
    answer: messageAnswer,
    errors: [401, 404],
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    summary: 'Sign out everywhere but in the session of the token that is sent',
    access: 'user',
    answer: messageAnswer,
    errors: [401],
  }),
} as const;
