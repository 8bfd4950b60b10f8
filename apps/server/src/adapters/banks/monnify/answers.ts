import type { Kobo } from '@kobogate/money';
import * as z from 'zod/mini';
import type { Bank, FindAnswer, NameAnswer, SendAnswer, StatementLine } from '../../../payouts/index.ts';
import {
  ABOUT_ANOTHER,
  bodyOf,
  judgeRefusal,
  plain,
  readMade,
  readNameAnswer,
  readReason,
  readSessionId,
  reasonOf,
  saysNotFound,
} from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import type { Login } from '../session.ts';
import { eachThatIs } from '../each-that-is.ts';
import { readBalance, readNairaOf } from '../naira.ts';

const success = <Data extends z.ZodMiniType>(responseBody: Data) =>
  z.object({ requestSuccessful: z.literal(true), responseBody });
const login = success(
  z.object({ accessToken: z.string().check(z.minLength(1)), expiresIn: z.string().check(z.regex(/^\d{1,9}$/)) }),
);
const bankList = success(eachThatIs(z.object({ name: z.string(), code: z.string() })));
const balance = success(z.object({ availableBalance: z.string() }));
const resolved = success(z.object({ accountName: z.string() }));
const transfer = success(
  z.object({
    reference: z.string(),
    status: z.string(),
    // Optional fields: whatever form they have, the state is what counts.
    sessionId: z.optional(z.unknown()),
    transactionDescription: z.optional(z.unknown()),
    amount: z.optional(z.unknown()),
    currency: z.optional(z.unknown()),
    destinationAccountNumber: z.optional(z.unknown()),
  }),
);
const refusal = z.object({ requestSuccessful: z.literal(false), responseMessage: z.string() });

const PENDING: ReadonlySet<string> = new Set([
  'PENDING',
  'AWAITING_PROCESSING',
  'IN_PROGRESS',
  'PENDING_AUTHORIZATION',
]);
const PAID: ReadonlySet<string> = new Set(['SUCCESS', 'COMPLETED']);
const FAILED: ReadonlySet<string> = new Set(['FAILED', 'EXPIRED']);

/** A token and its lifetime in seconds, or null where the login failed. */
export function readLogin(reply: Reply): Login | null {
  const parsed = login.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { accessToken, expiresIn } = parsed.data.responseBody;
  return { token: accessToken, seconds: Number(expiresIn) };
}

/** Whether the answer is a balance: the rail is up and knows our key. */
export function isBalance(reply: Reply): boolean {
  return balance.safeParse(bodyOf(reply)).success;
}

/** The float in kobo, or null where the answer has no exact amount. */
export function readFloat(reply: Reply): Kobo | null {
  const parsed = balance.safeParse(bodyOf(reply));
  return parsed.success ? readBalance(parsed.data.responseBody.availableBalance) : null;
}

/** The bank list, or null where the answer has none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.responseBody.map(({ name, code }) => ({ bankName: name, bankCode: code })) : null;
}

/** The name on an account. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  return readNameAnswer(parsed.success ? parsed.data.responseBody.accountName : null, messageOf(reply), reply);
}

/**
 * What the answer to a transfer means. Its envelope also says success around a failed transfer, so the state inside is
 * what counts; a final state that it already names is queried again before it is believed.
 */
export function readSent(reply: Reply, reference: string): SendAnswer {
  const parsed = transfer.safeParse(bodyOf(reply));
  if (!parsed.success) return judgeRefusal(reply, messageOf(reply));
  const body = parsed.data.responseBody;
  if (body.reference !== reference) return ABOUT_ANOTHER;
  if (PENDING.has(body.status) || PAID.has(body.status)) return { kind: 'accepted' };
  return { kind: 'unknown', reason: `the bank says ${plain(body.status)}` };
}

/** The state that a Monnify status stands for. Pure. */
export function stateOf(status: string): StatementLine['state'] {
  if (PENDING.has(status)) return 'pending';
  if (PAID.has(status)) return 'paid';
  if (FAILED.has(status)) return 'failed';
  return status === 'REVERSED' ? 'reversed' : 'unclear';
}

/** The outcome of a reference. */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const parsed = transfer.safeParse(bodyOf(reply));
  if (parsed.success && parsed.data.responseBody.reference === reference) {
    const { status, sessionId, transactionDescription: why, ...said } = parsed.data.responseBody;
    if (PENDING.has(status)) return { kind: 'pending' };
    if (PAID.has(status)) {
      const made = readMade(readNairaOf(said.amount), said.destinationAccountNumber, said.currency);
      return { kind: 'paid', sessionId: readSessionId(sessionId), made };
    }
    if (FAILED.has(status)) return { kind: 'failed', reason: readReason(why) };
    if (status === 'REVERSED') return { kind: 'reversed', reason: readReason(why) };
    return { kind: 'unanswered', reason: `the bank says ${plain(status)}, which we do not know` };
  }
  // Only Monnify's own "not found" counts: a gateway's 404 page says nothing about the transfer.
  const isMissing =
    reply.kind === 'answered' && (reply.status === 404 || reply.status === 400) && saysNotFound(messageOf(reply));
  return isMissing ? { kind: 'not-found' } : { kind: 'unanswered', reason: reasonOf(reply) };
}

function messageOf(reply: Reply): string | null {
  const parsed = refusal.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.responseMessage : null;
}
