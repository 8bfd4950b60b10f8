import * as z from 'zod/mini';
import type { Bank, FindAnswer, NameAnswer, SendAnswer } from '../../../features/payouts/bank-rail.ts';
import type { Reply } from './request.ts';

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
    sessionid: z.nullish(z.string()),
    message: z.nullish(z.string()),
  }),
});
const missing = z.object({ status: z.literal(false), message: z.string() });

/** Texts with which BudPay says that it may have made, or may still make, the transfer. */
const OPEN_REFUSALS = [/already exist/i, /currently not available/i, /authentication failed/i];

/** The bank list, or null where the answer is none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  return parsed.data.data.map(({ bank_name: bankName, bank_code: bankCode }) => ({ bankName, bankCode }));
}

/** The name on an account; anything that is not clearly one is unresolved. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  if (parsed.success && parsed.data.data.trim() !== '')
    return { kind: 'resolved', accountName: parsed.data.data.trim() };
  const refused = refusal.safeParse(bodyOf(reply));
  return { kind: 'unresolved', reason: refused.success ? withoutStop(refused.data.message) : reasonOf(reply) };
}

/**
 * What the answer to a transfer means. Refused is only what BudPay refuses in its own form with a 4xx, for a reason that
 * rules the transfer out; a duplicate reference, a 5xx, a key problem and everything else leave it open.
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
  const isOpen = reply.status >= 500 || reply.status === 401 || OPEN_REFUSALS.some((text) => text.test(message));
  return { kind: isOpen ? 'unknown' : 'refused', reason: withoutStop(message) };
}

/** What became of a reference. */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const found = payout.safeParse(bodyOf(reply));
  if (found.success && found.data.data.reference === reference) {
    const { status, sessionid, message } = found.data.data;
    const reason = withoutStop(message ?? 'the bank did not say why');
    switch (status) {
      case 'pending':
        return { kind: 'pending' };
      case 'success':
        return { kind: 'paid', sessionId: sessionid ?? null };
      case 'failed':
        return { kind: 'failed', reason };
      case 'reversed':
        return { kind: 'reversed', reason };
      default:
        return { kind: 'unanswered', reason: `the bank says ${status}, which we do not know` };
    }
  }
  // Only its own "not found" counts: a gateway's 404 page says nothing of the transfer.
  if (reply.kind === 'answered' && reply.status === 404 && missing.safeParse(reply.body).success) {
    return { kind: 'not-found' };
  }
  return { kind: 'unanswered', reason: reasonOf(reply) };
}

const bodyOf = (reply: Reply): unknown => (reply.kind === 'answered' ? reply.body : null);

/** Reasons are put into sentences of ours. */
const withoutStop = (text: string): string => text.trim().replace(/\.+$/, '');

function reasonOf(reply: Reply): string {
  return reply.kind === 'lost' ? reply.reason : `the bank answered ${reply.status} in a form that we do not know`;
}
