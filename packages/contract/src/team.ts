import * as z from 'zod/mini';
import { USER_STATES } from './admin-users.ts';
import { endpoint, instant, messageAnswer, nameText, STAFF_ROLES, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';
import { proof } from './two-factor.ts';

/** How long the link of an invitation works. */
export const INVITATION_HOURS = 72;

const role = z.enum(STAFF_ROLES, 'Please choose a role');

const colleagueSchema = z.object({
  id: idSchema('User'),
  name: z.string(),
  email: z.string(),
  role,
  state: z.enum(USER_STATES),
  /** Since when the role is held; null: since the beginning. */
  since: z.nullable(instant),
  /** Null before the first sign-in. */
  lastSeenAt: z.nullable(instant),
  /** Whether signing in takes a second factor. */
  hasSecondFactor: z.boolean(),
});
export type Colleague = z.output<typeof colleagueSchema>;

const invitationSchema = z.object({
  id: idSchema('Invitation'),
  email: z.string(),
  role,
  by: z.string(),
  invitedAt: instant,
  /** Until when the newest link works; null: it is about to be mailed. */
  expiresAt: z.nullable(instant),
  /** Its link works no more: it can be sent again. */
  isExpired: z.boolean(),
});
export type Invitation = z.output<typeof invitationSchema>;

const token = text(200);
const params = byId('Invitation');

/** The operator's team: everyone who has a role, and who is invited. */
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
  invitations: endpoint({
    method: 'GET',
    path: '/admin/team/invitations',
    summary: 'The invitations that are neither accepted nor withdrawn, newest first',
    access: 'staff',
    roles: ['administrator'],
    answer: z.object({ data: z.array(invitationSchema) }),
    errors: [401, 403],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/admin/team/invitations',
    summary: `Invite a colleague by e-mail: the link works once, for ${INVITATION_HOURS} hours`,
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    body: z.object({ email: text(254), role, reason: text(300, 'Please give a reason') }),
    answer: messageAnswer,
    success: 201,
    errors: [401, 403, 409, 422],
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/admin/team/invitations/{id}/send',
    summary: 'Mail an invitation again with a new link; the one before stops working',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params,
    answer: messageAnswer,
    errors: [401, 403, 404, 409],
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/admin/team/invitations/{id}/withdraw',
    summary: 'Withdraw an invitation: its link stops working at once',
    access: 'staff',
    roles: ['administrator'],
    proof: 'none',
    params,
    answer: messageAnswer,
    errors: [401, 403, 404, 409],
  }),
  read: endpoint({
    method: 'POST',
    path: '/auth/invitation',
    summary: 'What the link of an invitation is for',
    access: 'public',
    body: z.object({ token }),
    answer: z.object({
      data: z.object({
        email: z.string(),
        role,
        /** Its address has an account, which accepts it while signed in. */
        hasAccount: z.boolean(),
        expiresAt: instant,
      }),
    }),
    errors: [422, 429],
  }),
  join: endpoint({
    method: 'POST',
    path: '/auth/invitation/join',
    summary: 'Accept an invitation with a new account, whose address the link proves',
    access: 'public',
    body: z.object({
      token,
      first_name: nameText(100),
      last_name: nameText(100),
      password: z.string('Please fill in all required fields').check(z.maxLength(1000)),
    }),
    answer: messageAnswer,
    errors: [409, 422, 429],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/auth/invitation/accept',
    summary:
      'Accept an invitation with the account that is signed in, which has the invited address. Takes the password, and a ' +
      'second factor where two-factor is on; ends every session of the account',
    access: 'user',
    body: z.object({ token, ...proof.shape }),
    answer: messageAnswer,
    errors: [401, 403, 409, 422, 429],
  }),
} as const;
