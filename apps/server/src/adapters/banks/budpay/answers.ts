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
import { eachThatIs } from '../each-that-is.ts';
import { readBalance, readNairaOf } from '../naira.ts';

const bankList = z.object({
  success: z.literal(true),
  data: eachThatIs(z.object({ bank_name: z.string(), bank_code: z.string() })),
});
const name = z.union([
  z.string(),
  z.pipe(
    z.object({ account_name: z.string() }),
    z.transform((data) => data.account_name),
  ),
]);
const resolved = z.object({ success: z.literal(true), data: name });
const transfer = z.object({
  success: z.literal(true),
  data: z.object({ reference: z.string(), status: z._default(z.string(), 'pending') }),
});
const refusal = z.object({ success: z.literal(false), message: z.string() });
const payout = z.object({
  status: z.literal(true),
  data: z.object({
    reference: z.string(),
    status: z.string(),
    // Optional fields: whatever form they have, the state is what counts.
    sessionid: z.optional(z.unknown()),
    message: z.optional(z.unknown()),
    amount: z.optional(z.unknown()),
    currency: z.optional(z.unknown()),
    account_number: z.optional(z.unknown()),
  }),
});
const missing = z.object({ status: z.literal(false), message: z.string() });

const CERTAIN_REFUSALS = [/^invalid encryption(?: signature)?$/i, /^(?:could not|unable to) resolve account$/i];

/** Whether the answer is the float's balance: the rail is up and knows our key. */
export function isBalance(reply: Reply): boolean {
  return (
    reply.kind === 'answered' &&
    reply.status === 200 &&
    z.object({ success: z.literal(true) }).safeParse(reply.body).success
  );
}

/** The float in kobo, or null where the answer has no exact amount of naira. */
export function readFloat(reply: Reply): Kobo | null {
  const parsed = z
    .object({ success: z.literal(true), data: z.object({ balance: z.string() }) })
    .safeParse(bodyOf(reply));
  return parsed.success ? readBalance(parsed.data.data.balance) : null;
}

/** The bank list, or null where the answer has none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  return parsed.data.data.map(({ bank_name: bankName, bank_code: bankCode }) => ({ bankName, bankCode }));
}

/** The name on an account; an answer without a clear name is unresolved. */
export function readName(reply: Reply): NameAnswer {
  const parsed = resolved.safeParse(bodyOf(reply));
  return readNameAnswer(parsed.success ? parsed.data.data : null, messageOf(reply), reply);
}

/**
 * What the answer to a transfer means. It counts as refused only if BudPay refuses it in its own form, with a status and a
 * reason that rule the transfer out. A duplicate reference, a 5xx, a key problem and everything else leave it open, even a
 * final state that the answer already names: BudPay is asked about it before it is believed.
 */
export function readSent(reply: Reply, reference: string): SendAnswer {
  const accepted = transfer.safeParse(bodyOf(reply));
  if (!accepted.success) return judgeRefusal(reply, messageOf(reply), CERTAIN_REFUSALS);
  const { reference: named, status } = accepted.data.data;
  if (named !== reference) return ABOUT_ANOTHER;
  if (status === 'pending' || status === 'success') return { kind: 'accepted' };
  return { kind: 'unknown', reason: `the bank says ${plain(status)}` };
}

const STATES: Readonly<Record<string, StatementLine['state']>> = {
  pending: 'pending',
  success: 'paid',
  failed: 'failed',
  reversed: 'reversed',
};

/** The state that a BudPay status stands for. Pure. */
export const stateOf = (status: string): StatementLine['state'] =>
  Object.hasOwn(STATES, status) ? (STATES[status] ?? 'unclear') : 'unclear';

/** The outcome of a reference. */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const found = payout.safeParse(bodyOf(reply));
  if (found.success && found.data.data.reference === reference) {
    const { status, sessionid, message, amount, currency, account_number: account } = found.data.data;
    const reason = readReason(message);
    switch (status) {
      case 'pending':
        return { kind: 'pending' };
      case 'success':
        return {
          kind: 'paid',
          sessionId: readSessionId(sessionid),
          made: readMade(readNairaOf(amount), account, currency),
        };
      case 'failed':
        return { kind: 'failed', reason };
      case 'reversed':
        return { kind: 'reversed', reason };
      default:
        return { kind: 'unanswered', reason: `the bank says ${plain(status)}, which we do not know` };
    }
  }
  // Only BudPay's own "not found" counts: a gateway's 404 page says nothing about the transfer.
  const absent = missing.safeParse(bodyOf(reply));
  if (reply.kind === 'answered' && reply.status === 404 && absent.success && saysNotFound(absent.data.message)) {
    return { kind: 'not-found' };
  }
  return { kind: 'unanswered', reason: reasonOf(reply) };
}

function messageOf(reply: Reply): string | null {
  const parsed = refusal.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.message : null;
}
