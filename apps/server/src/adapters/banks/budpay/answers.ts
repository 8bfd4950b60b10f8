import { parseAmount } from '@kobogate/money';
import * as z from 'zod/mini';
import type { Bank, FindAnswer, NameAnswer, SendAnswer } from '../../../features/payouts/bank-rail.ts';
import type { Reply } from './request.ts';

/** BudPay writes amounts as naira. */
export const KOBO_DECIMALS = 2;

const bankList = z.object({
  success: z.literal(true),
  data: z.array(z.object({ bank_name: z.string(), bank_code: z.string() })),
});
const name = z.union([
  z.string(),
  z.pipe(
    z.object({ account_name: z.string() }),
    z.transform((data) => data.account_name),
  ),
]);
const resolved = z.object({ success: z.literal(true), data: name });
const transfer = z.object({ success: z.literal(true), data: z.object({ reference: z.string() }) });
const refusal = z.object({ success: z.literal(false), message: z.string() });
const payout = z.object({
  status: z.literal(true),
  data: z.object({
    reference: z.string(),
    status: z.string(),
    // Extras: whatever form they have, the state is what counts.
    sessionid: z.optional(z.unknown()),
    message: z.optional(z.unknown()),
  }),
});
const missing = z.object({ status: z.literal(false), message: z.string() });

/**
 * Refusals that rule the transfer out: the request itself was wrong, or there was no money for it. What is not listed
 * (a duplicate reference, a service that is not available, a limit of calls, a text that we do not know) leaves it
 * open: taken for a refusal by mistake, it could be paid twice; taken for open, it is asked about.
 */
const CERTAIN_REFUSALS = [
  /\binsufficient\b.*\b(?:balance|funds?)\b/i,
  /\binvalid\b.*\b(?:account|amount|bank|currency|encryption|narration)\b/i,
  /\b(?:missing|required)\b/i,
  /\b(?:could|can) ?not resolve account\b|\bunable to resolve account\b/i,
];
const CERTAIN_STATUSES: ReadonlySet<number> = new Set([200, 400, 402, 422]);

/** Whether the answer is the float's balance: the rail is up and knows our key. */
export function isBalance(reply: Reply): boolean {
  return (
    reply.kind === 'answered' &&
    reply.status === 200 &&
    z.object({ success: z.literal(true) }).safeParse(reply.body).success
  );
}

/** The float in kobo, or null where the answer does not tell it as an exact naira text. */
export function readFloat(reply: Reply): bigint | null {
  const parsed = z
    .object({ success: z.literal(true), data: z.object({ balance: z.string() }) })
    .safeParse(bodyOf(reply));
  const amount = parsed.success ? parseAmount(parsed.data.data.balance, KOBO_DECIMALS) : null;
  return amount?.ok === true ? amount.value : null;
}

/** The bank list, or null where the answer is none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  return parsed.data.data.map(({ bank_name: bankName, bank_code: bankCode }) => ({ bankName, bankCode }));
}

/** The name on an account; anything that is not clearly one is unresolved. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  const accountName = parsed.success ? plain(parsed.data.data) : '';
  if (accountName !== '') return { kind: 'resolved', accountName };
  const refused = refusal.safeParse(bodyOf(reply));
  return { kind: 'unresolved', reason: refused.success ? readReason(refused.data.message) : reasonOf(reply) };
}

/**
 * What the answer to a transfer means. Refused is only what BudPay refuses in its own form, with a status and for a
 * reason that rule the transfer out; a duplicate reference, a 5xx, a key problem and everything else leave it open.
 */
export function readSent(reply: Reply, reference: string): SendAnswer {
  const accepted = transfer.safeParse(bodyOf(reply));
  if (accepted.success) {
    return accepted.data.data.reference === reference
      ? { kind: 'accepted' }
      : { kind: 'unknown', reason: 'the bank answered about another reference' };
  }
  const refused = refusal.safeParse(bodyOf(reply));
  if (!refused.success || reply.kind === 'lost') return { kind: 'unknown', reason: reasonOf(reply) };
  const { message } = refused.data;
  const isCertain = CERTAIN_STATUSES.has(reply.status) && CERTAIN_REFUSALS.some((text) => text.test(message));
  return { kind: isCertain ? 'refused' : 'unknown', reason: readReason(message) };
}

/** What became of a reference. */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const found = payout.safeParse(bodyOf(reply));
  if (found.success && found.data.data.reference === reference) {
    const { status, sessionid, message } = found.data.data;
    const reason = readReason(message);
    switch (status) {
      case 'pending':
        return { kind: 'pending' };
      case 'success':
        return { kind: 'paid', sessionId: readSessionId(sessionid) };
      case 'failed':
        return { kind: 'failed', reason };
      case 'reversed':
        return { kind: 'reversed', reason };
      default:
        return { kind: 'unanswered', reason: `the bank says ${plain(status)}, which we do not know` };
    }
  }
  // Only its own "not found" counts: a gateway's 404 page says nothing of the transfer.
  if (reply.kind === 'answered' && reply.status === 404 && missing.safeParse(reply.body).success) {
    return { kind: 'not-found' };
  }
  return { kind: 'unanswered', reason: reasonOf(reply) };
}

const bodyOf = (reply: Reply): unknown => (reply.kind === 'answered' ? reply.body : null);

const LONGEST_TEXT = 200;

/** A text of theirs as one short line: the database refuses a NUL, and people read what they may write. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .trim();

/** Reasons are put into sentences of ours. */
function readReason(text: unknown): string {
  const reason = typeof text === 'string' ? plain(text).replace(/\.+$/, '') : '';
  return reason === '' ? 'the bank did not say why' : reason;
}

function readSessionId(value: unknown): string | null {
  const text = typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : '';
  return text === '' ? null : text;
}

function reasonOf(reply: Reply): string {
  return reply.kind === 'lost' ? reply.reason : `the bank answered ${reply.status} in a form that we do not know`;
}
