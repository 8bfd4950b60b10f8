import * as z from 'zod/mini';
import {
  amountInput,
  decimal,
  endpoint,
  instant,
  integer,
  messageAnswer,
  seenVersion,
  text,
  STAFF_ROLES,
} from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { proof } from './two-factor.ts';

export const REFUND_STATES = [
  'requested', // the coins are set aside → approved, declined
  'approved', // by one or two administrators → planned, declined, requested (the sanctions list names it since)
  'planned', // in an unsigned transaction → sent
  'sent', // handed to the network → seen
  'seen', // in a block → final, sent (the block was replaced), requested (it failed there)
  'final', // end
  'declined', // end: the coins are back where they were
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Where the coins of a refund were. */
export const REFUND_PLACES = ['balance', 'suspense'] as const;
export type RefundPlace = (typeof REFUND_PLACES)[number];

export const refundSchema = z.object({
  id: idSchema('Refund'),
  asset: z.string(),
  currency: z.string(),
  networkName: z.string(),
  place: z.enum(REFUND_PLACES),
  amount: decimal,
  /** What the network costs; it is taken from the amount. */
  fee: decimal,
  address: z.string(),
  status: z.enum(REFUND_STATES),
  reason: z.nullable(z.string()),
  transaction: z.nullable(z.string()),
  requestedAt: instant,
});
export type Refund = z.output<typeof refundSchema>;

/** The most refunds of a list. */
export const REFUNDS_SHOWN = 200;

export const adminRefundSchema = z.object({
  ...refundSchema.shape,
  /** Changes with everything that is decided on. Sent with a decision. */
  version: z.number(),
  /** Whose it is; null from a server of the version before. */
  userId: z._default(z.nullable(idSchema('User')), null),
  customerName: z.string(),
  customerEmail: z.string(),
  /** What it is worth at today’s rates, with its fee; null where no rate can be trusted. Not a part of its version. */
  nairaKobo: z._default(z.nullable(integer), null),
  /** The first of the two approvals that a large one needs. */
  firstApproval: z.nullable(z.object({ adminId: idSchema('User'), by: z.string(), at: instant })),
  /**
   * What the sanctions list has on it: the address that it goes to, and where its coins may have come from; `isNew`
   * where some of it was not known at its approval, so that in a plan it has to be accepted before it goes on.
   */
  listed: z.object({ isAddress: z.boolean(), senders: z.array(z.string()), isNew: z.boolean() }),
});
export type AdminRefund = z.output<typeof adminRefundSchema>;

/** Coins that their owner may have sent back. */
export const refundableSchema = z.object({
  asset: z.string(),
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  place: z.enum(REFUND_PLACES),
  available: decimal,
  fee: decimal,
  /** The owner's saved address for coins of this network; null where none is saved. */
  savedAddress: z.nullable(z.string()),
});
export type Refundable = z.output<typeof refundableSchema>;

export const refunds = {
  list: endpoint({
    method: 'GET',
    path: '/refunds',
    summary: 'The signed-in user’s refunds, newest first, and what can be sent back now',
    access: 'user',
    answer: z.object({ data: z.object({ refunds: z.array(refundSchema), refundable: z.array(refundableSchema) }) }),
    errors: [401],
  }),
  request: endpoint({
    method: 'POST',
    path: '/refunds',
    summary:
      'Ask for coins of the balance, or coins that are not on offer, to be sent back. Takes the password, and a code where two-factor is on. Never goes to the sender, always to an address that was given',
    access: 'user',
    takesKey: true,
    body: z.object({
      asset: text(40),
      amount: amountInput,
      address: text(200, 'Please give the address that the coins go to.'),
      ...proof.shape,
    }),
    answer: z.object({ ...messageAnswer.shape, data: refundSchema }),
    success: 201,
    errors: [401, 409, 422, 429],
  }),
  listForAdmin: endpoint({
    method: 'GET',
    path: '/admin/refunds',
    summary: `The refunds of all, or of one user: those that wait for a decision first, then the newest, at most ${REFUNDS_SHOWN}`,
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({ userId: z.optional(idInput('User')) }),
    answer: z.object({ data: z.array(adminRefundSchema) }),
    errors: [401, 403, 422],
  }),
  readForAdmin: endpoint({
    method: 'GET',
    path: '/admin/refunds/{id}',
    summary: 'One refund, as the list of all has it',
    access: 'staff',
    roles: STAFF_ROLES,
    params: byId('Refund'),
    answer: z.object({ data: adminRefundSchema }),
    errors: [401, 403, 404],
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/refunds/{id}',
    summary:
      'Approve a refund, so that the next plan has it, or decline it; approve one in a plan that the sanctions list names since',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
    proof: 'amount',
    params: z.object({ id: idSchema('Refund') }),
    body: z.object({
      status: z.enum(['approved', 'declined'], 'Please send approved or declined.'),
      /**
       * Of a decline: its owner reads it. Of an approval: kept with it; required where the sanctions list names an
       * address of it.
       */
      reason: z._default(z.nullable(text(300)), null),
      version: z.optional(seenVersion),
    }),
    answer: z.object({ ...messageAnswer.shape, data: adminRefundSchema }),
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
