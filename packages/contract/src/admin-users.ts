import * as z from 'zod/mini';
import { NAME_RESOLUTIONS } from './bank-accounts.ts';
import { decimal, endpoint, instant, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { SIGN_IN_PROVIDERS } from './constants.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { adminOrderSchema } from './admin-orders.ts';
import { kycTier } from './settings.ts';
import { GENDERS } from './states.ts';
import { walletSchema } from './wallets.ts';

/** How far an account may be used. */
export const USER_STATES = [
  'unverified', // the e-mail address is not proven, no token is given → active, disabled
  'active', // → disabled, by an administrator; → closed
  'disabled', // no sign-in; deposits count, nothing clears automatically → active or unverified, by an administrator
  'closed', // by its owner or an administrator: no sign-in, a person decides on coins that still arrive → active until it is erased
] as const;
export type UserState = (typeof USER_STATES)[number];

const userRowSchema = z.object({
  id: idSchema('User'),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  state: z.enum(USER_STATES),
  /** Of the operator’s team; null for a customer. */
  role: z.nullable(z.enum(STAFF_ROLES)),
  createdAt: instant,
  /** Null before the first sign-in. */
  lastSeenAt: z.nullable(instant),
  /** Naira of all payouts that have arrived, such as `15000.50`. */
  nairaPaidOut: decimal,
});
export type UserRow = z.output<typeof userRowSchema>;

/** A request to remove a lost second factor, as those who decide on it see it. */
const factorResetDetailSchema = z.object({
  id: idSchema('FactorReset'),
  askedAt: instant,
  /** Until then the person can stop it, and nothing is removed. */
  dueAt: instant,
  /** What happened, in the person’s own words. */
  statement: z.string(),
  /** The first step: the password (`sign-in`), or a provider’s word; null if it is not known which. */
  begunBy: z.nullable(z.enum(['sign-in', ...SIGN_IN_PROVIDERS])),
  /** From where it was asked for: the device in words, and the network address without its last part. */
  device: z.string(),
  address: z.string(),
  /**
   * Whether a sign-in was finished there before: in that browser, or only at that address; null: neither, or none since a
   * mail’s link set the password.
   */
  knownBy: z.nullable(z.enum(['device', 'address'])),
  /** The first of the two administrators who grant it. */
  first: z.nullable(z.object({ adminId: idSchema('User'), by: z.string(), at: instant, reason: z.string() })),
  grantedAt: z.nullable(instant),
});
export type FactorResetDetail = z.output<typeof factorResetDetailSchema>;

const userDetailSchema = z.object({
  ...userRowSchema.shape,
  gender: z.enum(GENDERS),
  verifiedAt: z.nullable(instant),
  /** The customer's tier; 0 unless an administrator has set it. */
  kycTier,
  /** Since when, by whom and why the account is disabled; null while it is not. */
  disabled: z.nullable(z.object({ at: instant, by: z.nullable(z.string()), reason: z.nullable(z.string()) })),
  /** Since when and by which administrator the account is closed, null: by its owner; and from when on it is erased, or since when it is. */
  closed: z.nullable(
    z.object({ at: instant, by: z.nullable(z.string()), eraseFrom: instant, erasedAt: z.nullable(instant) }),
  ),
  /** What they owe us: amounts with their coin and network. */
  owes: z._default(z.array(z.string()), []),
  /** Their open request to remove a lost second factor. */
  factorReset: z._default(z.nullable(factorResetDetailSchema), null),
  /** How many sessions are open now. */
  sessions: z.number(),
  wallets: z.array(walletSchema),
  payoutAccount: z.nullable(
    z.object({
      bankName: z.string(),
      /** The last four digits alone. */
      accountNumberEnd: z.string(),
      accountName: z.string(),
      nameResolution: z.enum(NAME_RESOLUTIONS),
      /** The name that the bank has, and how many words in a hundred agree with it; null where the bank gave none. */
      resolvedName: z.nullable(z.string()),
      nameScore: z.nullable(z.number()),
      updatedAt: instant,
    }),
  ),
  /** The newest 20. */
  orders: z.array(adminOrderSchema),
});
export type UserDetail = z.output<typeof userDetailSchema>;

/** The subject of a line of a user's timeline. */
export const ACTIVITY_KINDS = [
  'signed-up',
  'verified',
  'signed-in',
  'payout-account',
  'account',
  'deposit',
  'order',
  'payout',
  'admin',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const activitySchema = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(ACTIVITY_KINDS),
  /** A sentence. */
  text: z.string(),
  /** The administrator who did it; null where it was not one. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** Whether the reason is a note's own text. */
  isNote: z.boolean(),
  orderId: z.nullable(idSchema('Order')),
});
export type Activity = z.output<typeof activitySchema>;

const params = byId('User');

export const adminUsers = {
  list: endpoint({
    method: 'GET',
    path: '/admin/users',
    summary: 'Users, newest first; `search` is a part of a name, an e-mail address or a phone number',
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({
      search: z.optional(text(200)),
      state: z.optional(z.enum(USER_STATES, 'The state must be unverified, active, disabled or closed')),
      before: z.optional(idInput('User')),
      limit: z.optional(text(4)),
    }),
    answer: z.object({ data: z.array(userRowSchema), next: z.nullable(z.string()) }),
    errors: [401, 403],
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/users/{id}',
    summary: 'One user with wallets, payout account and newest orders',
    access: 'staff',
    roles: STAFF_ROLES,
    params,
    answer: z.object({ data: userDetailSchema }),
    errors: [401, 403, 404],
  }),
  timeline: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/timeline',
    summary: 'What the user and the administrators did with the account, newest first',
    access: 'staff',
    roles: STAFF_ROLES,
    params,
    query: z.object({ before: z.optional(text(200)), limit: z.optional(text(4)) }),
    answer: z.object({ data: z.array(activitySchema), next: z.nullable(z.string()) }),
    errors: [401, 403, 404],
  }),
  setTier: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/tier',
    summary: 'Set a customer’s tier, from 0 to 3: it decides what they may convert, and what clears automatically',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params,
    body: z.object({ tier: kycTier, reason: text(300, 'Please give a reason') }),
    answer: z.object({ ...messageAnswer.shape, data: userDetailSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  setRole: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/role',
    summary:
      'Give a user a role of the operator’s team, or take it away with null. Ends the sessions of the account; every ' +
      'administrator gets a mail',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params,
    body: z.object({
      role: z.nullable(z.enum(STAFF_ROLES, 'The role must be administrator, support, reviewer, finance or null')),
      reason: text(300, 'Please give a reason'),
    }),
    answer: z.object({ ...messageAnswer.shape, data: userDetailSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  setState: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/state',
    summary:
      'Disable an account, which ends its sessions at once, or enable it again. When an administrator’s account is enabled ' +
      'every administrator gets a mail',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params,
    body: z.object({
      state: z.enum(['active', 'disabled'], 'The state must be active or disabled'),
      reason: text(300, 'Please give a reason'),
    }),
    answer: z.object({ ...messageAnswer.shape, data: userDetailSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
  decideReset: endpoint({
    method: 'PUT',
    path: '/admin/users/{id}/factor-reset',
    summary:
      'Grant the request of a person who has lost the second factor, which takes two administrators, or refuse it with a reason ' +
      'that the person reads. Granted, it takes effect once its wait is over. 409 where it has ended, or is another one',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params,
    body: z.object({
      resetId: idInput('FactorReset'),
      verdict: z.enum(['granted', 'refused'], 'The verdict must be granted or refused'),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
