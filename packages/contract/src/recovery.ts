import * as z from 'zod/mini';
import { decimal, endpoint, instant, messageAnswer, text, STAFF_ROLES } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';

/** Progress of comparing one rail's list, or one network's chain, with the books. */
export const recoveryCheckSchema = z.object({
  part: z.enum(['rail', 'chain']),
  /** Its title. */
  title: z.string(),
  state: z.enum(['waiting', 'reading', 'done', 'failed']),
  /** What was read, or why it could not be. */
  detail: z.string(),
  readTo: z.nullable(instant),
});
export type RecoveryCheckAnswer = z.output<typeof recoveryCheckSchema>;

/** An order whose payout a transfer can have been. */
export const transferOrderSchema = z.object({
  id: idSchema('Order'),
  nairaKobo: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  createdAt: instant,
  /** By our reference, or by account and amount. */
  isByReference: z.boolean(),
  /** Why it can't be booked as this order's payout; null: it can. */
  problem: z.nullable(z.string()),
});

/** A customer whom a transfer can have paid. */
export const transferCustomerSchema = z.object({ userId: idSchema('User'), name: z.string(), email: z.string() });

export const RECOVERED_STATUSES = ['open', 'paid', 'owed', 'settled', 'noted', 'void'] as const;

/** A transfer that a bank made and that the books did not know. */
export const recoveredTransferSchema = z.object({
  id: idSchema('Transfer'),
  railTitle: z.string(),
  reference: z.string(),
  amountKobo: z.string(),
  accountNumber: z.nullable(z.string()),
  bankState: z.enum(['pending', 'paid', 'failed', 'reversed', 'unclear']),
  madeAt: instant,
  status: z.enum(RECOVERED_STATUSES),
  orders: z.array(transferOrderSchema),
  customers: z.array(transferCustomerSchema),
  /** What its receiver has free, where they owe it to us: coins that can settle it. */
  free: z.array(z.object({ asset: z.string(), title: z.string(), amount: decimal })),
  reason: z.nullable(z.string()),
  /** What the first of two people says, in a sentence: the second has to say the same. Null before the first has decided, and where one is enough. */
  first: z._default(
    z.nullable(
      z.object({
        adminId: idSchema('User'),
        by: z.string(),
        at: instant,
        says: z.string(),
        reason: z.nullable(z.string()),
      }),
    ),
    null,
  ),
});
export type RecoveredTransfer = z.output<typeof recoveredTransferSchema>;

/** Whether payouts may leave, and what prevents it. */
export const recoverySchema = z.object({
  fence: z.nullable(
    z.object({
      reason: z.string(),
      raisedAt: instant,
      /** The banks' lists are read from here on. */
      readFrom: instant,
      /** The first of two administrators to say that payouts may leave again; null: none yet. */
      firstLiftedBy: z.nullable(z.string()),
      isFirstLiftedByMe: z.boolean(),
    }),
  ),
  checks: z.array(recoveryCheckSchema),
  /** What still keeps the fence up, in sentences. */
  left: z.array(z.string()),
  /** Undecided ones first, then those that are owed, then the newest. */
  transfers: z.array(recoveredTransferSchema),
});
export type Recovery = z.output<typeof recoverySchema>;

export const recovery = {
  read: endpoint({
    method: 'GET',
    path: '/admin/recovery',
    summary: 'Whether payouts are stopped because the database may be older than the bank, and what is left to compare',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: recoverySchema }),
    errors: [401, 403],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/recovery/transfers/{id}',
    summary:
      'Book a transfer that the books did not know: as an order’s payout, as owed by a customer, or with a reason',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    params: byId('Transfer'),
    body: z.object({
      as: z.enum(['payout', 'owed', 'noted']),
      orderId: z.optional(idInput('Order')),
      userId: z.optional(idInput('User')),
      reason: z.optional(text(500)),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  settle: endpoint({
    method: 'POST',
    path: '/admin/recovery/transfers/{id}/settlement',
    summary: 'Settle what a customer owes for a transfer, with coins of theirs, or write it off',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    params: byId('Transfer'),
    body: z.object({ asset: z.optional(text(40)), amount: z.optional(text(80)), reason: text(500) }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  readFurther: endpoint({
    method: 'POST',
    path: '/admin/recovery/read-from',
    summary: 'Have the banks’ lists read from an earlier moment',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    body: z.object({ from: text(40) }),
    answer: messageAnswer,
    errors: [401, 403, 409, 422],
  }),
  lift: endpoint({
    method: 'POST',
    path: '/admin/recovery/lift',
    summary: 'Say that payouts may leave again; it takes two administrators',
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    answer: messageAnswer,
    errors: [401, 403, 409],
  }),
} as const;
