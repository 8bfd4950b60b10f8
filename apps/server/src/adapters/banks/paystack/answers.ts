import { type Kobo, toKobo } from '@kobogate/money';
import * as z from 'zod/mini';
import type { Bank, FindAnswer, NameAnswer, SendAnswer, StatementLine } from '../../../payouts/index.ts';
import {
  ABOUT_ANOTHER,
  bodyOf,
  judgeRefusal,
  notSent,
  plain,
  readMade,
  readNameAnswer,
  readReason,
  readSessionId,
  reasonOf,
  saysNotFound,
} from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { eachThatIs } from '../each-that-is.ts';

const success = <Data extends z.ZodMiniType>(data: Data) => z.object({ status: z.literal(true), data });
const bankList = success(
  eachThatIs(z.object({ name: z.string(), code: z.string(), active: z._default(z.boolean(), true) })),
);
const balances = success(eachThatIs(z.object({ currency: z.string(), balance: z.string() })));
const resolved = success(z.object({ account_name: z.string() }));
const recipient = success(z.object({ recipient_code: z.string() }));
const transfer = success(z.object({ reference: z.string(), status: z.string() }));
const found = success(
  z.object({
    reference: z.string(),
    status: z.string(),
    // Optional fields: whatever form they have, the state is what counts.
    session: z.optional(z.unknown()),
    gateway_response: z.optional(z.unknown()),
    amount: z.optional(z.unknown()),
    currency: z.optional(z.unknown()),
    recipient: z.optional(z.unknown()),
  }),
);
const session = z.object({ id: z.unknown() });
const recipientDetails = z.object({ details: z.object({ account_number: z.unknown() }) });
const refusal = z.object({ status: z.literal(false), message: z.string() });

const CERTAIN_REFUSALS = [/^you cannot initiate third[ -]party payouts(?: at this time)?$/i];
/** No OTP came in time, or the provider stopped it: no money leaves any more. */
const FAILED: ReadonlySet<string> = new Set(['failed', 'abandoned', 'blocked', 'rejected']);
const PENDING: ReadonlySet<string> = new Set(['pending', 'otp', 'received', 'processing', 'queued']);

/** An amount of kobo in any form, or null where it is not exact. */
const readKobo = (amount: unknown): Kobo | null =>
  typeof amount === 'string' && /^\d{1,30}$/.test(amount) ? toKobo(amount) : null;

/** Whether the answer is a balance: the rail is up and knows our key. */
export function isBalance(reply: Reply): boolean {
  return success(z.array(z.unknown())).safeParse(bodyOf(reply)).success;
}

/** The float in kobo, or null where the answer has no exact amount. */
export function readFloat(reply: Reply): Kobo | null {
  const parsed = balances.safeParse(bodyOf(reply));
  const held = parsed.success ? parsed.data.data.find(({ currency }) => currency === 'NGN')?.balance : undefined;
  return held !== undefined && /^-?\d{1,30}$/.test(held) ? toKobo(held) : null;
}

/** The bank list, or null where the answer has none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  return parsed.data.data
    .filter(({ active }) => active)
    .map(({ name: bankName, code: bankCode }) => ({ bankName, bankCode }));
}

/** The name on an account. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  return readNameAnswer(parsed.success ? parsed.data.data.account_name : null, messageOf(reply), reply);
}

/** The recipient code of the account, or null. */
export function readRecipient(reply: Reply): string | null {
  const parsed = recipient.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.data.recipient_code : null;
}

/** The result where an account could not become a recipient: whatever the reason, nothing was sent. */
export const refusedRecipient = (reply: Reply): SendAnswer => notSent(reply, messageOf(reply));

/** What the answer to a transfer means; a final state that it already names is queried again before it is believed. */
export function readSent(reply: Reply, reference: string): SendAnswer {
  const parsed = transfer.safeParse(bodyOf(reply));
  if (!parsed.success) return judgeRefusal(reply, messageOf(reply), CERTAIN_REFUSALS);
  const { data } = parsed.data;
  if (data.reference !== reference) return ABOUT_ANOTHER;
  if (PENDING.has(data.status) || data.status === 'success') return { kind: 'accepted' };
  return { kind: 'unknown', reason: `the bank says ${plain(data.status)}` };
}

/** Whether the transfer waits for a one-time password, which this program can't enter. */
export function waitsForOtp(reply: Reply): boolean {
  const parsed = transfer.safeParse(bodyOf(reply));
  return parsed.success && parsed.data.data.status === 'otp';
}

/** The state that a Paystack status stands for. Pure. */
export function stateOf(status: string): StatementLine['state'] {
  if (PENDING.has(status)) return 'pending';
  if (FAILED.has(status)) return 'failed';
  if (status === 'success') return 'paid';
  return status === 'reversed' ? 'reversed' : 'unclear';
}

/** The outcome of a reference. */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const parsed = found.safeParse(bodyOf(reply));
  if (parsed.success && parsed.data.data.reference === reference) {
    const { status, session: nip, gateway_response: why, amount, currency, recipient: to } = parsed.data.data;
    if (PENDING.has(status)) return { kind: 'pending' };
    if (status === 'success') {
      const account = recipientDetails.safeParse(to).data?.details.account_number;
      const made = readMade(readKobo(amount), account, currency);
      return { kind: 'paid', sessionId: readSessionId(session.safeParse(nip).data?.id), made };
    }
    if (FAILED.has(status)) return { kind: 'failed', reason: readReason(why) };
    if (status === 'reversed') return { kind: 'reversed', reason: readReason(why) };
    return { kind: 'unanswered', reason: `the bank says ${plain(status)}, which we do not know` };
  }
  // Only Paystack's own "not found" counts: a gateway's 404 page says nothing about the transfer.
  const isMissing = reply.kind === 'answered' && reply.status === 404 && saysNotFound(messageOf(reply));
  return isMissing ? { kind: 'not-found' } : { kind: 'unanswered', reason: reasonOf(reply) };
}

function messageOf(reply: Reply): string | null {
  const parsed = refusal.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.message : null;
}
