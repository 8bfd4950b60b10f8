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
  reasonOf,
} from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { eachThatIs } from '../each-that-is.ts';
import { readBalance, readNairaOf } from '../naira.ts';

const success = <Data extends z.ZodMiniType>(data: Data) => z.object({ status: z.literal('success'), data });
const bankList = success(eachThatIs(z.object({ name: z.string(), code: z.string() })));
const balance = success(z.object({ available_balance: z.string() }));
const resolved = success(z.object({ account_name: z.string() }));
const transfer = z.object({
  reference: z.string(),
  status: z.string(),
  // Optional fields: whatever form they have, the state is what counts.
  complete_message: z.optional(z.unknown()),
  amount: z.optional(z.unknown()),
  currency: z.optional(z.unknown()),
  account_number: z.optional(z.unknown()),
});
const sent = success(transfer);
const found = success(z.array(transfer));
const refusal = z.object({ status: z.literal('error'), message: z.string() });

const PENDING: ReadonlySet<string> = new Set(['NEW', 'PENDING']);

/** Whether the answer is a balance: the rail is up and knows our key. */
export function isBalance(reply: Reply): boolean {
  return success(z.object({})).safeParse(bodyOf(reply)).success;
}

/** The float in kobo, or null where the answer has no exact amount. */
export function readFloat(reply: Reply): Kobo | null {
  const parsed = balance.safeParse(bodyOf(reply));
  return parsed.success ? readBalance(parsed.data.data.available_balance) : null;
}

/** The bank list, or null where the answer has none. */
export function readBankList(reply: Reply): readonly Bank[] | null {
  const parsed = bankList.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.data.map(({ name, code }) => ({ bankName: name, bankCode: code })) : null;
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
  if (PENDING.has(data.status) || data.status === 'SUCCESSFUL') return { kind: 'accepted' };
  return { kind: 'unknown', reason: `the bank says ${plain(data.status)}` };
}

/**
 * The outcome of a reference, from the list of transfers that have it. Only an empty list says that there is none: a
 * list with other references was not filtered by ours.
 */
export function readFound(reply: Reply, reference: string): FindAnswer {
  const parsed = found.safeParse(bodyOf(reply));
  if (!parsed.success) return { kind: 'unanswered', reason: reasonOf(reply) };
  const transfers = parsed.data.data;
  if (transfers.length === 0) return { kind: 'not-found' };
  const own = transfers.filter((listed) => listed.reference === reference);
  const [only] = own;
  if (only === undefined) return { kind: 'unanswered', reason: 'the bank answered about other references' };
  if (own.length > 1) return { kind: 'unanswered', reason: `the bank has ${own.length} transfers of this reference` };
  return readState(only);
}

/** The state that a Flutterwave status stands for; a reversed transfer is `failed` there. Pure. */
export function stateOf(status: string): StatementLine['state'] {
  if (PENDING.has(status)) return 'pending';
  if (status === 'SUCCESSFUL') return 'paid';
  return status === 'FAILED' ? 'failed' : 'unclear';
}

function readState({ status, complete_message: why, ...said }: z.infer<typeof transfer>): FindAnswer {
  if (PENDING.has(status)) return { kind: 'pending' };
  // Flutterwave does not give the interbank system's id.
  if (status === 'SUCCESSFUL') {
    const made = readMade(readNairaOf(said.amount), said.account_number, said.currency);
    return { kind: 'paid', sessionId: null, made };
  }
  if (status === 'FAILED') return { kind: 'failed', reason: readReason(why) };
  return { kind: 'unanswered', reason: `the bank says ${plain(status)}, which we do not know` };
}

function messageOf(reply: Reply): string | null {
  const parsed = refusal.safeParse(bodyOf(reply));
  return parsed.success ? parsed.data.message : null;
}
