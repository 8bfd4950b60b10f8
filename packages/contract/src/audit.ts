import * as z from 'zod/mini';
import { endpoint, instant, text, STAFF_ROLES } from './endpoint.ts';
import { idInput, idSchema } from './ids.ts';

/** What administrators act on, by which the record of their acts is narrowed. */
export const AUDIT_KINDS = ['orders', 'payouts', 'deposits', 'refunds', 'people', 'recovery', 'treasury'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const personSchema = z.object({ id: idSchema('User'), name: z.string() });

const actSchema = z.object({
  id: z.string(),
  at: instant,
  by: personSchema,
  /** What was done, such as `order-approved`. */
  action: z.string(),
  /** The same as a sentence. */
  text: z.string(),
  /** Whose account, order or coins it was about; the administrator where it was about nobody’s. */
  about: z.object({ ...personSchema.shape, email: z.string() }),
  orderId: z.nullable(idSchema('Order')),
  reason: z.nullable(z.string()),
  /** Its number in the chain; null for the seconds until it is linked. */
  number: z.nullable(z.number()),
});
export type Act = z.output<typeof actSchema>;

const proofSchema = z.object({
  at: instant,
  /** How many acts were linked then. */
  acts: z.number(),
  /** What did not agree; 0: the chain was whole. */
  differences: z.number(),
});

const filter = {
  by: z.optional(idInput('User')),
  kind: z.optional(z.enum(AUDIT_KINDS, `The kind must be one of ${AUDIT_KINDS.join(', ')}`)),
  search: z.optional(text(200)),
  from: z.optional(text(10)),
  to: z.optional(text(10)),
};

const FILTERS =
  '`search` is a part of a reason, a name or an e-mail address, or the id of an order or a user; `from` and `to` are days of Lagos, both included';

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/admin/audit',
    summary: `What administrators did, newest first; ${FILTERS}`,
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({ ...filter, before: z.optional(text(40)), limit: z.optional(text(4)) }),
    answer: z.object({ data: z.array(actSchema), next: z.nullable(z.string()) }),
    errors: [401, 403, 422],
  }),
  download: endpoint({
    method: 'GET',
    path: '/admin/audit.csv',
    summary: 'The same as CSV, any number of acts, each with its number and hash in the chain',
    access: 'staff',
    roles: ['administrator', 'finance'],
    query: z.object(filter),
    answer: z.string(),
    media: 'text/csv',
    errors: [401, 403, 422, 429],
  }),
  state: endpoint({
    method: 'GET',
    path: '/admin/audit/state',
    summary: 'How long the chain of the acts is, when it was last proven, and who has acted',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({
      data: z.object({
        /** How many acts are linked. */
        acts: z.number(),
        /** Acts of the last seconds, that are linked next. */
        waiting: z.number(),
        /** Null before the first proof. */
        proven: z.nullable(proofSchema),
        /** The administrators who have acted. */
        people: z.array(personSchema),
      }),
    }),
    errors: [401, 403],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/admin/audit/prove',
    summary: 'Recompute the chain of the acts, name each act that differs, and record when this was done',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'none',
    answer: z.object({
      data: z.object({
        ...proofSchema.shape,
        /** The newest act’s hash: kept elsewhere, it shows whether the whole record was written again. */
        fingerprint: z.nullable(z.string()),
        /** A sentence each; at most 100 of a rule. */
        found: z.array(z.string()),
      }),
    }),
    errors: [401, 403],
  }),
} as const;
