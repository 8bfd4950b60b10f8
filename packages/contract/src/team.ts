import * as z from 'zod/mini';
import { endpoint, instant, STAFF_ROLES } from './endpoint.ts';
import { idSchema } from './ids.ts';
import { USER_STATES } from './admin-users.ts';

const colleagueSchema = z.object({
  id: idSchema('User'),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  state: z.enum(USER_STATES),
  /** Since when the role is held; null: since the beginning. */
  since: z.nullable(instant),
  /** Null before the first sign-in. */
  lastSeenAt: z.nullable(instant),
  /** Whether signing in takes a second factor. */
  hasSecondFactor: z.boolean(),
});
export type Colleague = z.output<typeof colleagueSchema>;

/** The operator's team: everyone who has a role. */
export const team = {
  list: endpoint({
    method: 'GET',
    path: '/admin/team',
    summary: 'Everyone of the operator’s team, with their roles',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(colleagueSchema) }),
    errors: [401, 403],
  }),
} as const;
