import type { MadeTransfer, NameAnswer, SendAnswer } from '../../payouts/index.ts';
import type { Reply } from './reply.ts';

const LONGEST_TEXT = 200;

/** A text of theirs as one short line: the database refuses a NUL, and people read what they may write. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .trim();

/** A reason of theirs, whatever form it has; such reasons are put into sentences of ours. */
export function readReason(text: unknown): string {
  const reason = typeof text === 'string' ? plain(text).replace(/\.+$/, '') : '';
  return reason === '' ? 'the bank did not say why' : reason;
}

/** The interbank system's id of a transfer, or null where it is not told yet. */
export function readSessionId(value: unknown): string | null {
  const text = typeof value === 'string' ? plain(value) : '';
  return text === '' ? null : text;
}

/** What was paid, as they say; an account that is hidden in part, or has another form, is none to compare. */
export const readMade = (amountKobo: bigint | null, account: unknown): MadeTransfer => ({
  amountKobo,
  accountNumber: typeof account === 'string' && /^\d{10}$/.test(account) ? account : null,
});

/** Why a reply can't be used. */
export function reasonOf(reply: Reply): string {
  return reply.kind === 'answered' ? `the bank answered ${reply.status} in a form that we do not know` : reply.reason;
}

/** What was answered, or null. */
export const bodyOf = (reply: Reply): unknown => (reply.kind === 'answered' ? reply.body : null);

/** The answer to a question for a name: one where there is a text in it, else unresolved with their words for it. */
export function readNameAnswer(name: string | null, refusal: string | null, reply: Reply): NameAnswer {
  const accountName = plain(name ?? '');
  if (accountName !== '') return { kind: 'resolved', accountName };
  return { kind: 'unresolved', reason: refusal === null ? reasonOf(reply) : readReason(refusal) };
}

const CERTAIN_STATUSES: ReadonlySet<number> = new Set([200, 400, 402, 422]);

/**
 * What a refusal in the provider's own form means. It is certain only with a status and for a listed reason that rule
 * the transfer out: the request itself was wrong, or there was no money for it. What is not listed (a duplicate
 * reference, a service that is not available, a limit of calls, a text that we do not know) leaves it open: taken for a
 * refusal by mistake, it could be paid twice; taken for open, it is asked about.
 */
export function judgeRefusal(reply: Reply, message: string | null, certain: readonly RegExp[]): SendAnswer {
  if (reply.kind === 'not-sent') return reply;
  if (reply.kind === 'lost' || message === null) return { kind: 'unknown', reason: reasonOf(reply) };
  const isCertain = CERTAIN_STATUSES.has(reply.status) && certain.some((text) => text.test(message));
  return { kind: isCertain ? 'refused' : 'unknown', reason: readReason(message) };
}

/** A success that is about something else than what was asked for. */
export const ABOUT_ANOTHER: SendAnswer = { kind: 'unknown', reason: 'the bank answered about another reference' };

/** Where a step before the transfer itself failed: nothing has left. */
export function notSent(reply: Reply): SendAnswer {
  return { kind: 'refused', reason: `nothing was sent, because ${reasonOf(reply)}` };
}
