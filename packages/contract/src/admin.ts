import * as z from 'zod/mini';
import { NAME_RESOLUTIONS } from './bank-accounts.ts';
import { endpoint, instant, integer, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { PRESENCE_PATH } from './live.ts';

export const ledgerReportSchema = z.object({
  ok: z.boolean(),
  accounts: z.number(),
  transactions: z.number(),
  entries: z.number(),
  differences: z.array(z.string()),
  /** One hash over every account's newest one: kept elsewhere, it shows whether the whole past was rewritten. */
  fingerprint: z.string(),
  checkedAt: instant,
});

/** How a provider stands: asked now, could be, behind the others, failed, or asked for a rest or out of budget. */
const PROVIDER_STATES = ['used', 'ready', 'lags', 'fails', 'rests'] as const;

/** Whether a provider announces its blocks by WebSocket; none: it is polled alone. */
const HEADS_STATES = ['none', 'live', 'down'] as const;

/** One provider of a network, as its watcher last found it. */
const providerStatusSchema = z.object({
  /** Its place in the operator's list, from 0. */
  position: z.number(),
  /** Of its address only this: the rest may have a key. */
  host: z.string(),
  state: z.enum(PROVIDER_STATES),
  height: z.nullable(z.number()),
  /** Blocks behind the furthest provider of the network. */
  lag: z.nullable(z.number()),
  latencyMs: z.nullable(z.number()),
  lastError: z.nullable(z.string()),
  lastErrorAt: z.nullable(instant),
  heads: z.enum(HEADS_STATES),
  /** Why the last connection for that ended; null: none has. */
  headsError: z.nullable(z.string()),
  headsErrorAt: z.nullable(instant),
  /** Since midnight (UTC). */
  callsToday: z.number(),
  /** The most calls a day that the operator allows; null: no limit. */
  callsPerDay: z.nullable(z.number()),
  bytesToday: z.number(),
});

/** What a deposit that is deep enough still needs: the chain’s word, a second provider’s, or a person’s. */
const DEPOSIT_WAITS = ['finality', 'provider', 'person'] as const;

/** A deposit that has its confirmations and is not credited yet. */
const waitingDepositSchema = z.object({
  id: idSchema('Deposit'),
  currency: z.string(),
  amount: z.string(),
  /** What it is worth at today’s rates; null where no rate can be trusted. */
  nairaKobo: z._default(z.nullable(integer), null),
  address: z.string(),
  transaction: z.string(),
  /** Its owner; null: not known. */
  userId: z._default(z.nullable(idSchema('User')), null),
  customerEmail: z.nullable(z.string()),
  waitsFor: z.enum(DEPOSIT_WAITS),
  /** The provider that reported it. */
  readBy: z.nullable(z.string()),
  /** What other providers say of it, in sentences; null: nothing else. */
  contradiction: z.nullable(z.string()),
  seenAt: instant,
  /** The first of two administrators who vouched for it, where its value takes two. */
  firstVoucher: z.nullable(z.string()),
});

export const networkStatusSchema = z.object({
  network: z.string(),
  name: z.string(),
  height: z.nullable(z.number()),
  headHeight: z.nullable(z.number()),
  checkedAt: z.nullable(instant),
  /** Why the watcher waits, in a sentence; null while it runs. */
  stalled: z.nullable(z.string()),
  /** What its addresses hold above all known payments, while it is stopped for that; null: it is not. */
  surplus: z.nullable(z.string()),
  /** The addresses that hold that by our own record of what came and left, at most twenty of a coin. */
  surplusAt: z._default(z.array(z.object({ address: z.string(), amount: z.string() })), []),
  /**
   * Until a watcher that was stopped has caught up, at its present pace; null where it is up to date or that is not
   * known.
   */
  secondsLeft: z.nullable(z.number()),
  providers: z.array(providerStatusSchema),
  /** What does not work as well as it should, and what that means, a sentence each. */
  degraded: z.array(z.string()),
  /** The deposits that wait for a word, the oldest first; at most fifty. */
  waiting: z.array(waitingDepositSchema),
});
export type NetworkStatus = z.output<typeof networkStatusSchema>;

/** Deposit addresses of a family of chains; only a pool, such as Solana's, can be used up. */
export const addressSupplySchema = z.object({
  family: z.string(),
  size: z.number(),
  taken: z.number(),
  /** A fifth or less is left. */
  isLow: z.boolean(),
});

/** The kinds of work that wait for a person, the most urgent first. */
export const WORK_KINDS = [
  'fence', // payouts are stopped until two agree that they resume
  'recovery', // transfers that a restored database does not know
  'owed', // such transfers that their receivers owe us: their orders wait until it is settled
  'payouts-unknown', // the bank’s answers do not settle them
  'payouts-failed', // failed or returned: to be sent again
  'orders', // funded, to be approved or declined
  'sanctions', // with coins of a listed sender: orders to review, and those whose payout failed or came back, among them
  'factor-resets', // second factors that people have lost: to be granted by two, or refused
  'refunds', // asked for, to be approved or declined
  'refunds-due', // approved, and in no plan yet
  'plans', // to be signed
  'plans-stuck', // handed in, and refused by their network, or in no block for hours
  'vouching', // deposits that no second provider confirms
  'unclaimed', // deposits without a known owner, and those of which one of two has said that they are not the operator's own
  'late', // deposits for closed accounts
  'suspense', // coins that are kept and not credited
  'found', // payments that a restored database does not know
  'differences', // days whose books do not agree
  'networks', // stopped until somebody looks
  'floats', // rails with little naira
  'debts', // coins that a chain took back after their naira had left, or that were another’s: their customers owe them
  'sources', // sources of rates that have not answered for minutes
  'proposals', // changes of settings that wait for a second administrator
  'addresses', // pools of deposit addresses that run out
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const workSchema = z.object({
  kind: z.enum(WORK_KINDS),
  count: z.number(),
  /** Since when the oldest waits; null where that is not known, or nothing waits. */
  oldest: z.nullable(instant),
  /** Whether the caller's role may do it; the others see it as work of colleagues. */
  isYours: z.boolean(),
});
export type Work = z.output<typeof workSchema>;

/** How many items of the queue are on a page. */
export const QUEUE_PAGE_SIZE = 20;

const workItemSchema = z.object({
  /** An order with coins of a listed sender is of the kind `sanctions`, and in the list of `orders` or `payouts-failed` too. */
  kind: z.enum(WORK_KINDS),
  /** Of the order, refund, deposit, plan and so on; of what has no id, its name. Unique within the kind. */
  id: z.string(),
  /** Since when it waits; null where that is not known. */
  since: z.nullable(instant),
  /** Its subject in a few words: mostly the customer’s name; null if that is not known. */
  about: z.nullable(z.string()),
  /** The naira in question: the promised amount, or the coins' worth at today’s rates; null if neither is known. */
  nairaKobo: z.nullable(integer),
  /** Whole coins; null where none are in question. */
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  network: z.nullable(z.string()),
  networkName: z.nullable(z.string()),
  /** What the bank says of the name on the account that an order goes to; absent where none is in question. */
  payeeName: z.optional(z.enum(NAME_RESOLUTIONS)),
});
export type WorkItem = z.output<typeof workItemSchema>;

/** In so many minutes naira can be at the bank after the coins were final; the last has no end. */
export const SETTLED_WITHIN_MINUTES = [1, 2, 3, 5, 10, 30, 60, null] as const;

export const daySchema = z.object({
  since: instant,
  /** Each hour since then: the naira that reached banks in it, and by how many payouts. */
  hours: z.array(z.object({ at: instant, nairaKobo: integer, payouts: z.number() })),
  /** How long it took from final coins to the bank, reviews included. */
  settlement: z.object({
    payouts: z.number(),
    /** Half of them, and 99 of 100, were there within; null without any. */
    medianSeconds: z.nullable(z.number()),
    slowSeconds: z.nullable(z.number()),
    /** How many took longer than the row before and at most `minutes`; null: longer than all rows before. */
    within: z.array(z.object({ minutes: z.nullable(z.number()), payouts: z.number() })),
  }),
  /** What became of the payouts of each rail; `unknown` ones are still asked about. */
  rails: z.array(z.object({ rail: z.string(), paid: z.number(), failed: z.number(), unknown: z.number() })),
  /** The sources of rates that are asked. */
  sources: z.array(
    z.object({ source: z.string(), answeredAt: z.nullable(instant), coins: z.number(), isDead: z.boolean() }),
  ),
});
export type Day = z.output<typeof daySchema>;

/** So long an administrator counts as looking at an order after their page last said so. */
export const PRESENCE_SECONDS = 30;

const lookerSchema = z.object({
  orderId: idSchema('Order'),
  adminId: idSchema('User'),
  by: z.string(),
  since: instant,
});
export type Looker = z.output<typeof lookerSchema>;

/** How many lists of orders each of the team may name, and how long a name may be. */
export const ORDER_VIEWS_MOST = 12;
export const ORDER_VIEW_NAME_LENGTH = 30;
const ORDER_VIEW_QUERY_LENGTH = 1000;

const orderViewSchema = z.object({
  name: z.string(),
  /** What narrows and sorts the list, as the address of the desk has it: `status=pending&sort=oldest`. */
  query: z.string(),
});
export type OrderView = z.output<typeof orderViewSchema>;
const ORDER_VIEWS_PATH = '/admin/order-views';

export const admin = {
  orderViews: endpoint({
    method: 'GET',
    path: ORDER_VIEWS_PATH,
    summary: 'The lists of orders that the caller has named, the oldest first',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(orderViewSchema) }),
    errors: [401, 403],
  }),
  nameOrderView: endpoint({
    method: 'PUT',
    path: ORDER_VIEWS_PATH,
    summary:
      'Name a list of orders for the caller alone, in place of their list of that name. An empty `query` is the list of all orders, ' +
      `null removes the list. At most ${ORDER_VIEWS_MOST}. Answers all of the caller’s lists`,
    access: 'staff',
    roles: STAFF_ROLES,
    proof: 'none',
    body: z.object({
      name: text(ORDER_VIEW_NAME_LENGTH, 'Please give it a name.').check(z.minLength(1, 'Please give it a name.')),
      query: z.nullable(text(ORDER_VIEW_QUERY_LENGTH)),
    }),
    answer: z.object({ data: z.array(orderViewSchema) }),
    errors: [401, 403, 422],
  }),
  presence: endpoint({
    method: 'GET',
    path: PRESENCE_PATH,
    summary: 'The other administrators who look at an order now. The live stream says when that changes',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(lookerSchema) }),
    errors: [401, 403],
  }),
  lookAt: endpoint({
    method: 'PUT',
    path: PRESENCE_PATH,
    summary: `Say which order the caller looks at, null: none. It counts for ${PRESENCE_SECONDS} seconds; the others are answered`,
    access: 'staff',
    roles: STAFF_ROLES,
    proof: 'none',
    body: z.object({ orderId: z.nullable(idInput('Order')) }),
    answer: z.object({ data: z.array(lookerSchema) }),
    errors: [401, 403, 404],
  }),
  day: endpoint({
    method: 'GET',
    path: '/admin/day',
    summary:
      'The last 24 hours: naira that reached banks by the hour, how long it took, what became of each rail’s payouts, and the ' +
      'sources of rates. At most ten seconds old',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: daySchema }),
    errors: [401, 403],
  }),
  work: endpoint({
    method: 'GET',
    path: '/admin/work',
    summary: 'Everything that waits for a person: each kind once, the most urgent first, with how many and since when',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(workSchema) }),
    errors: [401, 403],
  }),
  queue: endpoint({
    method: 'GET',
    path: '/admin/queue',
    summary:
      'Each thing that waits for a decision of the caller’s role, in one list: first what stops money, then what a customer waits for, ' +
      `then the rest, of each the oldest first. \`kind\` narrows it to one kind, also to one that colleagues decide on; ${QUEUE_PAGE_SIZE} a page`,
    access: 'staff',
    roles: STAFF_ROLES,
    query: z.object({
      kind: z.optional(z.enum(WORK_KINDS)),
      /** `next` of the page before. */
      after: z.optional(text(300)),
    }),
    answer: z.object({ data: z.array(workItemSchema), next: z.nullable(z.string()) }),
    errors: [401, 403, 422],
  }),
  verifyLedger: endpoint({
    method: 'POST',
    path: '/admin/ledger/verify',
    summary: 'Recompute every balance of the ledger and report each difference',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'none',
    answer: z.object({ data: ledgerReportSchema }),
    errors: [401, 403],
  }),
  networks: endpoint({
    method: 'GET',
    path: '/admin/networks',
    summary: 'How far each watched network has been read, and how many deposit addresses were given out',
    access: 'staff',
    roles: STAFF_ROLES,
    answer: z.object({ data: z.array(networkStatusSchema), addresses: z.array(addressSupplySchema) }),
    errors: [401, 403],
  }),
  vouch: endpoint({
    method: 'POST',
    path: '/admin/deposits/{id}/vouch',
    summary: 'Confirm, for a deposit that waits for a person to say so, that it is on the chain',
    access: 'staff',
    roles: ['administrator', 'reviewer'],
    proof: 'amount',
    params: byId('Deposit'),
    body: z.object({ reason: text(300, 'Please say how you have checked it') }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/admin/networks/{network}/resume',
    summary:
      'Resume a network that was stopped because its addresses hold more than known payments explain: the amount that ' +
      'was seen counts as explained, and is booked in suspense, from then on',
    access: 'staff',
    roles: ['administrator', 'finance'],
    proof: 'fresh',
    params: z.object({ network: z.string() }),
    body: z.object({
      /** As the list of networks has it: more that was found since is not explained by it. */
      surplus: text(300),
      reason: text(300, 'Please give a reason'),
    }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
