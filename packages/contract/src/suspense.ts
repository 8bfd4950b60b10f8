import * as z from 'zod/mini';
import { amountInput, decimal, endpoint, instant, integer, messageAnswer, text, STAFF_ROLES } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';

/** Coins that a transaction brought to an address. */
export const coinsAtAddressSchema = z.object({
  currency: z.string(),
  network: z.string(),
  networkName: z.string(),
  amount: decimal,
  /** What they are worth at today’s rates; null where no rate can be trusted. */
  nairaKobo: z._default(z.nullable(integer), null),
  address: z.string(),
  transaction: z.string(),
});

/** Who may own coins without a known owner. */
export const UNCLAIMED_OWNERS = ['customer', 'operator'] as const;
export type UnclaimedOwner = (typeof UNCLAIMED_OWNERS)[number];

/** The part of coins that no known payment explains which is decided on. */
export const surplusPartInput = z.object({
  amount: amountInput,
  /** What was left of them, as it was seen: where that has changed nothing is done. */
  left: amountInput,
});

/**
 * Coins whose customer the books do not know: a deposit at an address of ours, or what the addresses of a network held above
 * all known payments, of which the transaction is not known, and `amount` is what is left.
 */
export const unclaimedItemSchema = z.object({
  id: idSchema('Unclaimed'),
  ...coinsAtAddressSchema.shape,
  /** Its index below the account key, by which the operator's keys reach it. */
  derivationIndex: z.number(),
  /** Of coins that no known payment explains: where our own record has them, and what was said when their network went on. */
  surplus: z._default(
    z.nullable(
      z.object({
        places: z.array(z.object({ address: z.string(), amount: decimal, customerEmail: z.nullable(z.string()) })),
        explanation: z.string(),
        /** What one person has given of them alone: with the next part it counts towards the amount that takes two. */
        alone: z._default(decimal, '0'),
      }),
    ),
    null,
  ),
  /** The decision that they stay, which may be followed by another; null: they wait for one. */
  kept: z._default(z.nullable(z.object({ by: z.string(), at: instant, reason: z.string() })), null),
  arrivedAt: instant,
  /** Whether it can be credited: the deposit is final. */
  isFinal: z.boolean(),
  /** Where it takes two administrators, who was first, and which customer they named. */
  firstApproval: z.nullable(
    z.object({
      adminId: idSchema('User'),
      by: z.string(),
      at: instant,
      owner: z._default(z.enum(UNCLAIMED_OWNERS), 'customer'),
      /** Empty where they are the operator’s own. */
      customerEmail: z.string(),
      reason: z.string(),
      /** Of coins that no known payment explains: how much of them, by which transaction, who sent them, and at which of the customer’s addresses. */
      amount: z._default(z.nullable(decimal), null),
      transaction: z._default(z.nullable(z.string()), null),
      sender: z._default(z.nullable(z.string()), null),
      address: z._default(z.nullable(z.string()), null),
    }),
  ),
});
export type UnclaimedItem = z.output<typeof unclaimedItemSchema>;

/** Coins without a known owner that were booked as the operator's own: a deposit, or a part of those that no known payment explains. */
export const takenItemSchema = z.object({
  id: idSchema('Unclaimed'),
  ...coinsAtAddressSchema.shape,
  /** Who decided it, and why. */
  by: z.string(),
  at: instant,
  reason: z.string(),
  /** Where it takes two to say that they are not, who was first. */
  firstReturn: z.nullable(z.object({ adminId: idSchema('User'), by: z.string(), at: instant, reason: z.string() })),
});
export type TakenItem = z.output<typeof takenItemSchema>;

/** The most payments that are shown of a customer’s coins in suspense. */
export const SUSPENSE_PAYMENTS_SHOWN = 5;

/** Coins of a customer that are not on offer. */
export const suspenseItemSchema = z.object({
  userId: idSchema('User'),
  customerName: z.string(),
  customerEmail: z.string(),
  /** The ledger's code, such as `POL@polygon`. */
  asset: z.string(),
  currency: z.string(),
  networkName: z.string(),
  amount: decimal,
  /** What it can be credited as, unit for unit; null: it can only be refunded. */
  creditedAs: z.nullable(z.string()),
  /** What they are worth at today’s rates as what they can be credited as; null where no rate can be trusted. */
  nairaKobo: z._default(z.nullable(integer), null),
  arrivedAt: z.nullable(instant),
  /** The payments that brought such coins, the newest first. Some may have been sent back or credited since. */
  payments: z._default(
    z.array(
      z.object({
        network: z.string(),
        address: z.string(),
        transaction: z.string(),
        amount: decimal,
        arrivedAt: instant,
      }),
    ),
    [],
  ),
});
export type SuspenseItem = z.output<typeof suspenseItemSchema>;

/** Coins that became final for a closed account, and wait for a decision. */
export const lateItemSchema = z.object({
  id: idSchema('Deposit'),
  userId: idSchema('User'),
  customerName: z.string(),
  customerEmail: z.string(),
  ...coinsAtAddressSchema.shape,
  arrivedAt: instant,
  closedAt: instant,
  /** What the network takes of a refund; null where none can be sent. */
  fee: z.nullable(decimal),
});
export type LateItem = z.output<typeof lateItemSchema>;

export const suspense = {
  list: endpoint({
    method: 'GET',
    path: '/admin/suspense',
    summary: 'Coins that arrived at customers’ addresses and are not on offer',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(suspenseItemSchema) }),
    errors: [401, 403],
  }),
  listUnclaimed: endpoint({
    method: 'GET',
    path: '/admin/suspense/unclaimed',
    summary:
      'Coins without a known owner: at addresses that may have been given out before the books were restored, and those that no ' +
      'known payment explains',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.array(unclaimedItemSchema),
      /** Those that were booked as the operator's own, the latest first, at most two hundred. */
      taken: z._default(z.array(takenItemSchema), []),
    }),
    errors: [401, 403],
  }),
  creditUnclaimed: endpoint({
    method: 'POST',
    path: '/admin/suspense/unclaimed/{id}/credit',
    summary:
      'Credit the customer to whom coins without a known owner belong, as a deposit; of those that no known payment explains, `part`',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'amount',
    params: byId('Unclaimed'),
    body: z.object({
      email: text(254, 'Please give the customer’s e-mail address'),
      reason: text(300, 'Please give a reason'),
      part: z._default(
        z.nullable(
          z.object({
            ...surplusPartInput.shape,
            /** That brought them, or the block that did. */
            transaction: text(200, 'Please give the transaction, or the block where there is none'),
            /** The address that sent them, where that is known: it is compared with the list of sanctioned ones. */
            sender: z._default(z.nullable(text(200)), null),
            /** The customer’s own address at which they came; null: the one that holds as much by our record, or a wallet’s. */
            address: z._default(z.nullable(text(200)), null),
          }),
        ),
        null,
      ),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  keepUnclaimed: endpoint({
    method: 'POST',
    path: '/admin/suspense/unclaimed/{id}/keep',
    summary:
      'Say of coins without a known owner that they are the operator’s own, or that they stay where they are; of those that no ' +
      'known payment explains, `part` of them become the operator’s. Those that were booked as the operator’s own are put back ' +
      'by `returned`, and stay so by `not-returned` where the first of two people had said that they are not',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'amount',
    params: byId('Unclaimed'),
    body: z.object({
      /** `returned`: those that were booked as the operator’s own are not. `not-returned`: what the first of two said of that counts no more. */
      as: z.enum(['operator', 'suspense', 'returned', 'not-returned']),
      part: z._default(z.nullable(surplusPartInput), null),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  listLate: endpoint({
    method: 'GET',
    path: '/admin/suspense/late',
    summary: 'Coins that arrived for accounts that were closed, and wait for a decision',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(lateItemSchema) }),
    errors: [401, 403],
  }),
  settleLate: endpoint({
    method: 'POST',
    path: '/admin/suspense/late/{id}/settle',
    summary:
      'Decide on coins that arrived for a closed account: with an address a refund to it is requested, which is approved as ' +
      'every refund is; without one they stay booked as owed to the person',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'amount',
    params: byId('Deposit'),
    body: z.object({
      address: z._default(z.nullable(text(200)), null),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  credit: endpoint({
    method: 'POST',
    path: '/admin/suspense/credit',
    summary: 'Credit a customer with the offered coin that stands for theirs, unit for unit',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'amount',
    takesKey: true,
    body: z.object({ userId: idInput('User'), asset: text(40), amount: amountInput }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
