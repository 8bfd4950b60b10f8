import * as z from 'zod/mini';
import type { StatementAnswer, StatementLine, Stretch } from '../../../payouts/index.ts';
import { bodyOf, reasonOf } from '../bank-words.ts';
import type { Reply } from '../reply.ts';
import { readNaira } from '../naira.ts';
import { areDated, collectPages, readInstant, type StatementPage } from '../statement-pages.ts';
import { stateOf } from './answers.ts';

const history = z.object({
  status: z.literal(true),
  data: z.object({
    current_page: z.string(),
    last_page: z.string(),
    data: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        debit: z.string(),
        amount: z.string(),
        reference: z.string(),
        status: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
});
const payout = z.object({
  status: z.literal(true),
  data: z.object({ reference: z.string(), amount: z.string(), fee: z.string(), status: z.string() }),
});

/**
 * A page of the wallet's history: its payouts, with the fee still in the amount. Its oldest line decides whether the
 * next page is needed.
 */
function readHistory(reply: Reply, from: Date): StatementPage | null {
  const parsed = history.safeParse(bodyOf(reply));
  if (!parsed.success) return null;
  const { data, current_page: page, last_page: pages } = parsed.data.data;
  const entries = data.map((entry) => Object.assign(entry, { madeAt: readInstant(entry.created_at) }));
  const debits = entries.filter(({ type, debit }) => type === 'payout' && debit === 'yes');
  const lines = debits.flatMap(({ id, reference, status, amount, madeAt }) => {
    const amountKobo = readNaira(amount);
    return amountKobo === null ? [] : { id, reference, amountKobo, feeKobo: null, state: stateOf(status), madeAt };
  });
  if (lines.length !== debits.length || !areDated(lines)) return null;
  // The history takes no dates: it is newest first, and reading stops at the first older line.
  const isLast = Number(page) >= Number(pages) || entries.some(({ madeAt }) => madeAt < from);
  return { lines, page: Number(page), isLast };
}

/**
 * The payouts of a period from the wallet's history, newest first, each queried by its reference, because the history
 * has amount and fee in one; a quick statement skips these queries. Where one query fails, the whole statement is
 * unanswered.
 */
export async function askForStatement(
  call: (path: string) => Promise<Reply>,
  stretch: Stretch,
): Promise<StatementAnswer> {
  const answer = await collectPages(
    (page) => call(`/wallet_transactions/NGN?page=${page}`),
    (reply) => readHistory(reply, stretch.from),
    stretch,
  );
  if (answer.kind === 'unanswered' || stretch.isQuick === true) return answer;
  const lines: StatementLine[] = [];
  for (const line of answer.lines) {
    const reply = await call(`/payout/${encodeURIComponent(line.reference)}`);
    const exact = readPayout(reply, line);
    if (exact === null) return { kind: 'unanswered', reason: reasonOf(reply) };
    lines.push(exact);
  }
  return { kind: 'statement', lines };
}

/** A payout that only the history has is a line whose state is unclear. */
function readPayout(reply: Reply, line: StatementLine): StatementLine | null {
  if (reply.kind === 'answered' && reply.status === 404) return { ...line, state: 'unclear' };
  const parsed = payout.safeParse(bodyOf(reply));
  if (!parsed.success || parsed.data.data.reference !== line.reference) return null;
  const { amount, fee, status } = parsed.data.data;
  const amountKobo = readNaira(amount);
  return amountKobo === null ? null : { ...line, amountKobo, feeKobo: readNaira(fee), state: stateOf(status) };
}
