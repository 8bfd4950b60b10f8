import type { Kobo } from '@kobogate/money';
import * as z from 'zod/mini';
import type { FindAnswer, NameAnswer, SendAnswer, StatementLine } from '../../../payouts/index.ts';
import { ABOUT_ANOTHER, bodyOf, judgeRefusal, plain, readMade, readNameAnswer, readReason } from '../bank-words.ts';
import { readNairaOf } from '../naira.ts';
import type { Reply } from '../reply.ts';
import type { Login } from '../session.ts';
import { readInstant } from '../statement-pages.ts';

const success = <Data extends z.ZodMiniType>(data: Data) => z.object({ status: z.literal('success'), data });
const login = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.string().check(z.regex(/^\d{1,9}$/)),
});
const resolved = success(z.object({ account_name: z.string() }));
/** Fields that are optional or not named here may have any form: the state is what counts. */
const transfer = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.string(),
  created_datetime: z.optional(z.unknown()),
  destination_currency: z.optional(z.unknown()),
  amount: z.optional(z.unknown()),
  fee: z.optional(z.unknown()),
  recipient: z.optional(z.unknown()),
  reversal: z.optional(z.unknown()),
  provider_response: z.optional(z.unknown()),
});
const sent = success(transfer);
const page = success(
  z.object({
    transfers: z.array(transfer),
    cursor: z.object({ next: z.optional(z.nullable(z.string())), has_more_items: z.boolean() }),
  }),
);
const refusal = z.object({ status: z.literal('failed'), error: z.object({ message: z.string() }) });

/** A transfer as Flutterwave writes it. */
export type ListedTransfer = z.infer<typeof transfer>;

/** A part of the list of transfers; `next` is the cursor of the part after it, null where it is the last. */
export interface ListedPage {
  readonly transfers: readonly ListedTransfer[];
  readonly next: string | null;
}

const PENDING: ReadonlySet<string> = new Set(['NEW', 'PENDING', 'INITIATED']);
const FAILED: ReadonlySet<string> = new Set(['FAILED', 'CANCELLED']);

/** A token and its lifetime in seconds, or null where the login failed. */
export function readLogin(reply: Reply): Login | null {
  const parsed = login.safeParse(bodyOf(reply));
  return parsed.success ? { token: parsed.data.access_token, seconds: Number(parsed.data.expires_in) } : null;
}

/** The name on an account. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  return readNameAnswer(parsed.success ? parsed.data.data.account_name : null, messageOf(reply), reply);
}

/** What the answer to a transfer means; a final state that it already names is queried again before it is believed. */
export function readSent(reply: Reply, reference: string): SendAnswer {
  const parsed = sent.safeParse(bodyOf(reply));
  if (!parsed.success) return judgeRefusal(reply, messageOf(reply));
  const { data } = parsed.data;
  if (data.reference !== reference) return ABOUT_ANOTHER;
  const state = stateOf(data);
  if (state === 'pending' || state === 'paid') return { kind: 'accepted' };
  return { kind: 'unknown', reason: `the bank says ${plain(data.status)}` };
}

/** A part of the list of transfers, or null where the answer is none. A list that goes on has to say where. */
export function readPage(reply: Reply): ListedPage | null {
  const parsed = page.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { transfers, cursor } = parsed.data.data;
  if (!cursor.has_more_items) return { transfers, next: null };
  return typeof cursor.next === 'string' && cursor.next !== '' ? { transfers, next: cursor.next } : null;
}

/**
 * The outcome of a reference from the transfers of the list that have it, where all of the list that can have it was read.
 * Pure.
 */
export function readOwn(own: readonly ListedTransfer[]): FindAnswer {
  const [only] = own;
  if (only === undefined) return { kind: 'not-found' };
  if (own.length > 1) return { kind: 'unanswered', reason: `the bank has ${own.length} transfers of this reference` };
  switch (stateOf(only)) {
    case 'pending':
      return { kind: 'pending' };
    case 'paid':
      // Flutterwave does not give the interbank system's id.
      return {
        kind: 'paid',
        sessionId: null,
        made: readMade(amountOf(only), accountOf(only), only.destination_currency),
      };
    case 'failed':
      return { kind: 'failed', reason: whyOf(only) };
    case 'reversed':
      return { kind: 'reversed', reason: whyOf(only) };
    case 'unclear':
      return { kind: 'unanswered', reason: `the bank says ${plain(only.status)}, which we do not know` };
  }
}

/** A line of the statement; null where it is of another currency, `unread` where it has no exact amount or no time. */
export function lineOf(listed: ListedTransfer): StatementLine | 'unread' | null {
  if (listed.destination_currency !== 'NGN') return null;
  const [amountKobo, madeAt] = [amountOf(listed), readInstant(String(listed.created_datetime))];
  if (amountKobo === null || Number.isNaN(madeAt.getTime())) return 'unread';
  return { reference: listed.reference, amountKobo, feeKobo: feeOf(listed), state: stateOf(listed), madeAt };
}

/**
 * The state that a transfer is in. Money that came back is a reversal with a credit (`C`) in it, whatever the status beside
 * it; any other reversal is not known to us.
 */
function stateOf({ status, reversal }: ListedTransfer): StatementLine['state'] {
  if (reversal !== undefined && reversal !== null) {
    return fieldOf(reversal, 'reconciliation_type') === 'C' ? 'reversed' : 'unclear';
  }
  if (PENDING.has(status)) return 'pending';
  if (status === 'SUCCESSFUL') return 'paid';
  return FAILED.has(status) ? 'failed' : 'unclear';
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** What arrives, in kobo: the amount is of the destination's currency, as we have asked. */
function amountOf({ amount, destination_currency: currency }: ListedTransfer): Kobo | null {
  const isOurs = currency === 'NGN' && fieldOf(amount, 'applies_to') === 'destination_currency';
  return isOurs ? readNairaOf(fieldOf(amount, 'value')) : null;
}
const feeOf = ({ fee }: ListedTransfer): Kobo | null => readNairaOf(fieldOf(fee, 'value') ?? fieldOf(fee, 'amount'));
const accountOf = ({ recipient }: ListedTransfer): unknown => fieldOf(fieldOf(recipient, 'bank'), 'account_number');
const whyOf = ({ provider_response: answer }: ListedTransfer): string => readReason(fieldOf(answer, 'message'));

function messageOf(reply: Reply): string | null {
  const parsed = refusal.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.error.message : null;
}
