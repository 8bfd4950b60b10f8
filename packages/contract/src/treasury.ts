import * as z from 'zod/mini';
import { count, decimal, endpoint, fileBody, instant, messageAnswer, text } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';

/** What an administrator can ask of the treasury: all of these take its nodes a while. */
export const TREASURY_TASK_KINDS = ['sweep', 'refunds', 'replace', 'top-up', 'nonces'] as const;

/** The most nonces that are asked for at once. */
export const MOST_NONCES = 200;
export type TreasuryTaskKind = (typeof TREASURY_TASK_KINDS)[number];

/**
 * How far a plan is: to be signed; handed in and on its way; with a transaction that its network refuses; in blocks; or
 * ended in one of three ways.
 */
export const PLAN_STAGES = ['to-sign', 'sending', 'refused', 'in-blocks', 'done', 'discarded', 'replaced'] as const;
export type PlanStage = (typeof PLAN_STAGES)[number];

/** After so many hours without a block a transaction that was handed in waits for a person. */
export const PLAN_STUCK_HOURS = 2;

/** The most bytes of a file with signatures: some hundred plans. */
export const SIGNED_FILE_LIMIT = 64 * 1024 * 1024;

const amountSchema = z.object({ asset: z.string(), currency: z.string(), amount: decimal });

export const treasuryPlanSchema = z.object({
  id: idSchema('Plan'),
  network: z.string(),
  networkName: z.string(),
  stage: z.enum(PLAN_STAGES),
  /** Its place among the parts of one draft, which are sent in their order. */
  part: z.number(),
  parts: z.number(),
  isReplacement: z.boolean(),
  madeAt: instant,
  /** Null: the operator, by command. */
  madeBy: z.nullable(z.string()),
  sentBy: z.nullable(z.string()),
  transactions: z.number(),
  /** How many of them were handed in and wait, are in a block, are final, have failed, or were shut out by another. */
  waiting: z.number(),
  /** Since when the oldest of those that wait does; null: none does. */
  waitingSince: z._default(z.nullable(instant), null),
  seen: z.number(),
  final: z.number(),
  failed: z.number(),
  replaced: z.number(),
  /** What it moves to the treasury, and what it pays to others. */
  swept: z.array(amountSchema),
  paid: z.array(amountSchema),
  /** The most that its network takes for all of it, in its own coin, and rent that it keeps. */
  mostFee: z.array(amountSchema),
  refunds: z.number(),
  /** What was left out and why, in sentences. */
  notes: z.array(z.string()),
  /** What the network says about the transactions that it refuses, a sentence each. */
  refusals: z.array(z.string()),
  /** Why it can't be discarded or replaced; null: it can. */
  noDiscard: z.nullable(z.string()),
  noReplacement: z.nullable(z.string()),
});
export type TreasuryPlan = z.output<typeof treasuryPlanSchema>;

const networkSchema = z.object({
  network: z.string(),
  name: z.string(),
  /** Null: its keys give none, so that nothing can be moved. */
  treasury: z.nullable(z.string()),
  /** By the books: at deposit addresses, and in the treasury. */
  custody: z.array(amountSchema),
  held: z.array(amountSchema),
  /** Approved refunds that are in no plan yet. */
  dueRefunds: z.number(),
  /** Nonces of a network whose transactions would expire before they are signed; null: it needs none. */
  nonces: z.nullable(z.number()),
  /**
   * The cold address that the operator's signer sweeps to, and what stands in its way (null: nothing does); null: nothing is
   * swept without a person.
   */
  autoSweep: z.nullable(z.object({ address: z.string(), refusal: z.nullable(z.string()) })),
});
export type TreasuryNetwork = z.output<typeof networkSchema>;

const taskSchema = z.object({
  id: z.string(),
  kind: z.enum(TREASURY_TASK_KINDS),
  networkName: z.string(),
  askedBy: z.string(),
  askedAt: instant,
  endedAt: z.nullable(instant),
  /** Whether it was done; null: it is under way. */
  isDone: z.nullable(z.boolean()),
  /** What came of it. */
  words: z.array(z.string()),
});
export type TreasuryTask = z.output<typeof taskSchema>;

const plannedSchema = z.object({
  position: z.number(),
  purpose: z.enum(['gas', 'sweep', 'refund', 'close', 'combined']),
  coins: z.array(amountSchema),
  /** Whose coins they are now: null where several addresses give them. */
  from: z.nullable(z.string()),
  to: z.array(z.string()),
  /** Each address that gets coins by it, and for which refund, including those that get the rest of our own coins. */
  payees: z._default(
    z.array(z.object({ address: z.string(), ...amountSchema.shape, refundId: z.nullable(idSchema('Refund')) })),
    [],
  ),
  /** Null: no signature of it was handed in. */
  status: z.nullable(z.enum(['sent', 'seen', 'final', 'failed', 'replaced'])),
  transaction: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
});
export type PlannedTransaction = z.output<typeof plannedSchema>;

const HOW_MANY_NONCES = `Please ask for 1 to ${MOST_NONCES}`;

export const treasury = {
  read: endpoint({
    method: 'GET',
    path: '/admin/treasury',
    summary: 'The operator’s coins by network, the plans that move them, and what was asked of the treasury',
    access: 'staff',
    roles: ['administrator', 'finance'],
    answer: z.object({
      data: z.object({
        networks: z.array(networkSchema),
        plans: z.array(treasuryPlanSchema),
        tasks: z.array(taskSchema),
      }),
    }),
    errors: [401, 403],
  }),
  plan: endpoint({
    method: 'GET',
    path: '/admin/treasury/plans/{id}',
    summary: 'A plan with each of its transactions, and how far each is',
    access: 'staff',
    roles: ['administrator', 'finance'],
    params: byId('Plan'),
    answer: z.object({ data: z.object({ plan: treasuryPlanSchema, transactions: z.array(plannedSchema) }) }),
    errors: [401, 403, 404],
  }),
  file: endpoint({
    method: 'GET',
    path: '/admin/treasury/file',
    summary: 'The file for the offline key tool: of one plan, or of all that are still to be signed',
    access: 'staff',
    roles: ['administrator', 'finance'],
    query: z.object({ plan: z.optional(idInput('Plan')) }),
    answer: z.object({ data: z.object({ name: z.string(), text: z.string(), plans: z.number() }) }),
    errors: [401, 403, 404],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/admin/treasury/tasks',
    summary:
      'Have plans made or replaced, the operator’s own coins in the treasury booked, or nonces made from coins sent for them; nothing leaves the treasury through this call',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    body: z.object({
      kind: z.enum(TREASURY_TASK_KINDS, 'Please say what is to be done'),
      network: text(40, 'Please choose a network'),
      /** The plan that is to be replaced. */
      planId: z._default(z.nullable(idInput('Plan')), null),
      /** Ask the node about every address, not only about those that hold coins by the books. */
      everywhere: z._default(z.boolean(), false),
      /** How many nonces are to be made. */
      count: z._default(
        count(HOW_MANY_NONCES).check(z.refine((asked) => asked >= 1 && asked <= MOST_NONCES, HOW_MANY_NONCES)),
        20,
      ),
    }),
    answer: messageAnswer,
    success: 202,
    errors: [401, 403, 404, 409, 422],
  }),
  handIn: endpoint({
    method: 'POST',
    path: '/admin/treasury/signed',
    summary: 'Hand in the file that the key tool has signed: what it moves is compared with the plan, and then sent',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    body: fileBody,
    fileLimit: SIGNED_FILE_LIMIT,
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 413, 422],
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/admin/treasury/plans/{id}/send',
    summary: 'Send the waiting transactions of a plan to its network once more; nothing is paid twice',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'none',
    params: byId('Plan'),
    answer: messageAnswer,
    errors: [401, 403, 404, 409],
  }),
  discard: endpoint({
    method: 'POST',
    path: '/admin/treasury/plans/{id}/discard',
    summary: 'Discard a plan that pays no refund and was not handed in, so that its coins can go into another one',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    params: byId('Plan'),
    answer: messageAnswer,
    errors: [401, 403, 404, 409],
  }),
} as const;
