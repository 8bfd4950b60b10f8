import type { Kobo } from '@kobogate/money';
import type { MadeTransfer, NameAnswer, SendAnswer } from '../../payouts/index.ts';
import type { Reply } from './reply.ts';

const LONGEST_TEXT = 200;

/** A provider's text as one short line: the database refuses a NUL, and people read the text. */
export const plain = (text: string): string =>
  text
    .replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
    .slice(0, LONGEST_TEXT)
    .trim();

/** A provider's reason, whatever form it has; such reasons are put into our sentences. */
export function readReason(text: unknown): string {
  const reason = typeof text === 'string' ? plain(text).replace(/\.+$/, '') : '';
  return reason === '' ? 'the bank did not say why' : reason;
}

/** The interbank system's id of a transfer, or null where it is not known yet. */
export function readSessionId(value: unknown): string | null {
  const text = typeof value === 'string' ? plain(value) : '';
  return text === '' ? null : text;
}

/**
 * What was paid, as the provider reports it; an account that is partly masked, or has another form, can't be compared,
 * nor can a currency that is no code.
 */
export const readMade = (amountKobo: Kobo | null, account: unknown, currency: unknown): MadeTransfer => ({
  amountKobo,
  accountNumber: matching(account, /^\d{10}$/),
  currency: matching(currency, /^[A-Z]{3}$/),
});

const matching = (value: unknown, form: RegExp): string | null =>
  typeof value === 'string' && form.test(value) ? value : null;

/** Why a reply can't be used. */
export function reasonOf(reply: Reply): string {
  return reply.kind === 'answered' ? `the bank answered ${reply.status} in a form that we do not know` : reply.reason;
}

/** The body of the answer, or null. */
export const bodyOf = (reply: Reply): unknown => (reply.kind === 'answered' ? reply.body : null);

/** The answer to a name enquiry: a name where there is a text in it, else unresolved with the provider's reason. */
export function readNameAnswer(name: string | null, refusal: string | null, reply: Reply): NameAnswer {
  const accountName = plain(name ?? '');
  if (accountName !== '') return { kind: 'resolved', accountName };
  return { kind: 'unresolved', reason: refusal === null ? reasonOf(reply) : readReason(refusal) };
}

const CERTAIN_STATUSES: ReadonlySet<number> = new Set([200, 400, 402, 422]);

const FIELD =
  '(?:account(?:[ _](?:number|name|bank|details))?|amount|bank(?:[ _](?:code|name))?|currency|destination[ _]?(?:account|bank)|narration|recipient|source)';
const OWNER = '(?:(?:beneficiary|destination|receiver|recipient|source) )?';
const ENDING = '(?: (?:number|code|name|details|provided|specified|supplied))*';

/**
 * Refusals of every rail that rule a transfer out, each as the whole message: a longer one, such as “invalid response of
 * the beneficiary’s bank” or “approval required”, says something else with the same words.
 */
const CERTAIN_WORDS: readonly RegExp[] = [
  /^(?:your )?(?:wallet |account )?balance (?:is not enough|is insufficient)(?: to fulfil this request)?$/i,
  /^(?:you have )?insufficient (?:(?:wallet|account|available) )?(?:balance|funds?)(?: in (?:your|the|customer) (?:(?:source|customer) )?(?:account|wallet))?$/i,
  new RegExp(`^(?:the )?(?:missing or )?invalid:? ${OWNER}${FIELD}${ENDING}$`, 'i'),
  new RegExp(`^(?:the )?${OWNER}${FIELD}${ENDING} (?:is|are) (?:invalid|required|missing)$`, 'i'),
  new RegExp(`^(?:missing|required):? ${OWNER}${FIELD}${ENDING}$`, 'i'),
];

/**
 * What a refusal in the provider's own form means. It is certain only with a status and for a listed reason that rule
 * the transfer out: the request itself was wrong, or the float was too low; `certain` has a rail's own beside
 * `CERTAIN_WORDS`, matched as whole messages too. Anything that is not listed (a duplicate reference, a service that is
 * not available, an approval that is waited for, a rate limit, an unknown text) leaves it open: if it were taken for a
 * refusal by mistake, it could be paid twice; an open payout is queried.
 */
export function judgeRefusal(reply: Reply, message: string | null, certain: readonly RegExp[] = []): SendAnswer {
  if (reply.kind === 'not-sent') return reply;
  if (reply.kind === 'lost' || message === null) return { kind: 'unknown', reason: reasonOf(reply) };
  const reason = readReason(message);
  const isListed = [...CERTAIN_WORDS, ...certain].some((whole) => whole.test(reason));
  return { kind: CERTAIN_STATUSES.has(reply.status) && isListed ? 'refused' : 'unknown', reason };
}

const IS_TRANSFER = /\b(?:disbursement|payout|reference|transaction|transfer)s?\b/i;
const IS_ABSENT = /\bnot f(?:ind|ound)\b|\bdoes not exist\b/i;

/**
 * Whether a provider's own message says that it has no such transfer: of a route, a merchant or a session that is not
 * found, nothing follows for the transfer. Pure.
 */
export const saysNotFound = (message: string | null): boolean =>
  message !== null && IS_TRANSFER.test(message) && IS_ABSENT.test(message);

/** A success that names another reference than the one sent. */
export const ABOUT_ANOTHER: SendAnswer = { kind: 'unknown', reason: 'the bank answered about another reference' };

/** Statuses about the caller and not about this transfer: a wrong key (401, 403), too many calls (429), or try later (408, 425). */
const OF_NOW: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * For a failed step before the transfer itself: nothing has left. `message` is the provider's own reason. Where no answer says that
 * this transfer can't be made, as in an outage, it comes again: each of them would else fail until the provider is back.
 */
export function notSent(reply: Reply, message: string | null = null): SendAnswer {
  const isAnswered = reply.kind === 'answered' && reply.status < 500 && !OF_NOW.has(reply.status);
  if (isAnswered && message !== null) return { kind: 'refused', reason: readReason(message) };
  return { kind: isAnswered ? 'refused' : 'not-sent', reason: `nothing was sent, because ${reasonOf(reply)}` };
}
