import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, text } from './endpoint.ts';
import { byId } from './ids.ts';
import { proof } from './two-factor.ts';

/** What stands in the way of closing an account, and what is erased and kept afterwards. */
const closingSchema = z.object({
  /** Sentences, each with what to do; empty: it can be closed now. */
  hindrances: z.array(z.string()),
  /**
   * Coins too little to be converted or sent back, such as `0.03 USDT on Ethereum`: they hinder nothing, stay booked and are given up
   * with the account. Null where there are none.
   */
  left: z._default(z.nullable(z.string()), null),
  /** From when on what no law makes us keep is erased, if it is closed now. */
  eraseFrom: instant,
  /** Until when the books of its orders are kept; null where there are none. */
  booksUntil: z.nullable(instant),
});
export type Closing = z.output<typeof closingSchema>;

const answer = z.object({ data: closingSchema });
const AFTERWARDS = 'Ends its sessions, API keys, links and webhooks; what no law makes us keep is erased later';

/** What the daily task erases. */
export const RETENTION_KINDS = ['closed', 'sign-ins', 'notices', 'payers', 'books'] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

const runSchema = z.object({
  /** Such as `2026-11-26`, in Lagos. */
  day: z.string(),
  kind: z.enum(RETENTION_KINDS),
  /** What is from before this was erased. */
  cutoff: instant,
  erased: z.number(),
  /** Null: it goes on. */
  finishedAt: z.nullable(instant),
});
export type RetentionRun = z.output<typeof runSchema>;

/** Closing an account (Nigeria Data Protection Act 2023, sections 34 and 36), and what is erased. */
export const closing = {
  own: endpoint({
    method: 'GET',
    path: '/user/closing',
    summary: 'Whether the signed-in person’s account can be closed, and what would be erased and kept',
    access: 'user',
    answer,
    errors: [401],
  }),
  close: endpoint({
    method: 'POST',
    path: '/user/closing',
    summary: `Close the signed-in person’s account. ${AFTERWARDS}. Takes the password, and a second factor where two-factor is on; 409 while money is under way`,
    access: 'user',
    body: proof,
    answer: messageAnswer,
    errors: [401, 409, 422, 429],
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/admin/users/{id}/closing',
    summary: 'Whether a user’s account can be closed, and what would be erased and kept',
    access: 'staff',
    roles: ['administrator'],
    params: byId('User'),
    answer,
    errors: [401, 403, 404],
  }),
  record: endpoint({
    method: 'GET',
    path: '/admin/retention',
    summary:
      'What the daily task has erased at the end of its time, with counts, newest first; only days on which something was erased',
    access: 'staff',
    roles: ['administrator', 'finance'],
    answer: z.object({ data: z.array(runSchema) }),
    errors: [401, 403],
  }),
  closeUser: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/closing',
    summary: `Close a user’s account, with a reason. ${AFTERWARDS}. 409 while money is under way, and for a person of the team`,
    access: 'staff',
    roles: ['administrator'],
    proof: 'fresh',
    params: byId('User'),
    body: z.object({ reason: text(300, 'Please give a reason') }),
    answer: messageAnswer,
    errors: [401, 403, 404, 409, 422],
  }),
} as const;
