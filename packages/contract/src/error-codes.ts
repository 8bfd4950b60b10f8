import * as z from 'zod/mini';
import { messageAnswer } from './endpoint.ts';

/** A reason that a call of a merchant's program can be refused for, or fail with. */
interface ErrorReason {
  readonly statuses: readonly number[];
  readonly meaning: string;
}

/**
 * The `code` of every error that a call of a merchant's program can get: with an API key, or as a payer's page does. A
 * code keeps its meaning; new ones may come.
 */
export const ERROR_CODES = {
  // The request
  malformed: { statuses: [400], meaning: 'The request can’t be read: not JSON, not UTF-8, a name twice, an address.' },
  fields: {
    statuses: [400, 422],
    meaning: 'Fields are missing, unknown, not of their form (400), or break a rule (422). Each is in faults.',
  },
  'version-unknown': { statuses: [400], meaning: 'Kobogate-Version names a version that is not answered here.' },
  'idempotency-key-malformed': { statuses: [400], meaning: 'Idempotency-Key is not of its form.' },
  'position-malformed': { statuses: [400], meaning: 'The number after which a stream should begin is not a number.' },
  'too-large': { statuses: [413], meaning: 'The body is too large.' },
  'not-json': { statuses: [415], meaning: 'The body is not sent as JSON.' },
  'too-slow': { statuses: [408], meaning: 'The request took too long to arrive.' },
  'head-too-large': { statuses: [431], meaning: 'The headers are too large.' },
  'call-unknown': { statuses: [404], meaning: 'There is no such call: check its address and its method.' },
  // The caller
  unauthorized: { statuses: [401], meaning: 'No key that works: none was sent, or it was revoked or has ended.' },
  'key-paused': { statuses: [401], meaning: 'The key is paused. Its owner can let it work again in Settings.' },
  'not-for-keys': { statuses: [403], meaning: 'Only a signed-in user may do this.' },
  'scope-missing': { statuses: [403], meaning: 'The key was not made for this: it lacks the scope.' },
  'second-factor-needed': {
    statuses: [403],
    meaning: 'The key’s owner is of the operator’s team, and has to set up a second factor first.',
  },
  'links-off': { statuses: [403], meaning: 'The operator has switched payment links off.' },
  'key-busy': { statuses: [429], meaning: 'The key has made its calls for these seconds: RateLimit-Reset.' },
  'too-many': { statuses: [429], meaning: 'This was done too often, or too many are under way: Retry-After.' },
  // Links
  'link-unknown': { statuses: [404], meaning: 'There is no such link, or it is not yours.' },
  'link-inactive': { statuses: [404], meaning: 'The link was switched off.' },
  'link-expired': { statuses: [409], meaning: 'The link’s time is over.' },
  'link-used': { statuses: [409], meaning: 'The link was for one payment, which is paid.' },
  'link-changed': { statuses: [409], meaning: 'The link was changed since you read the version that you sent.' },
  'picture-unknown': { statuses: [404], meaning: 'There is no such picture.' },
  'no-picture': { statuses: [422], meaning: 'The file is not a JPEG, PNG or WebP.' },
  animated: { statuses: [422], meaning: 'The picture moves.' },
  'too-many-pixels': { statuses: [422], meaning: 'The picture has more than 50 megapixels.' },
  damaged: { statuses: [422], meaning: 'The picture is damaged or incomplete.' },
  // Payments
  'payment-unknown': { statuses: [404], meaning: 'There is no such payment, or it is not yours.' },
  'amount-fixed': { statuses: [422], meaning: 'The link has an amount of its own, and yours is another.' },
  'amount-missing': { statuses: [422], meaning: 'The payer chooses the amount of this link, and none was given.' },
  'amount-malformed': { statuses: [422], meaning: 'The amount is not a plain number, or has too many decimals.' },
  'amount-low': { statuses: [422], meaning: 'The amount is below bound.' },
  'amount-high': { statuses: [422], meaning: 'The amount is above bound.' },
  'coin-amount-low': { statuses: [422], meaning: 'Too little for this coin: bound is the least.' },
  'coin-amount-high': { statuses: [422], meaning: 'Too much for this coin: bound is the most.' },
  'pair-gone': { statuses: [422], meaning: 'The link does not take this coin on this network, or not at present.' },
  'above-allowed': { statuses: [422], meaning: 'More than this link can take at present.' },
  'not-payable': { statuses: [409], meaning: 'The link can’t be paid at present.' },
  'network-busy': { statuses: [429], meaning: 'No address is free on this network for now.' },
  'no-rate': { statuses: [503], meaning: 'There is no rate of this coin that can be trusted at present.' },
  'rate-ended': { statuses: [409], meaning: 'The rate’s time is over: ask for the current rate first.' },
  'nothing-to-pay': { statuses: [409], meaning: 'Nothing is asked for now.' },
  'payment-confirming': { statuses: [409], meaning: 'Coins are on their way, so the rate stays as it is.' },
  'payment-paid': { statuses: [409], meaning: 'It is paid.' },
  'payment-unpaid': { statuses: [409], meaning: 'It is not paid yet, so there is no receipt.' },
  'payment-declined': { statuses: [409], meaning: 'It was declined.' },
  'payment-open': { statuses: [409], meaning: 'It is under way: what arrived can’t be accepted or given back yet.' },
  'too-many-rows': { statuses: [422], meaning: 'More lines than such a file may have: choose a shorter period.' },
  // A payer's wallet
  'network-wrong': {
    statuses: [422],
    meaning: 'The payment is not on this network, or the network is not watched now.',
  },
  'account-wrong': { statuses: [422], meaning: 'This account can’t pay on the network.' },
  'transaction-wrong': { statuses: [422], meaning: 'This is not a signed transaction for this payment.' },
  'too-small': { statuses: [422], meaning: 'Less than a new account of the network must get.' },
  refused: { statuses: [422], meaning: 'The network refused the transaction. Nothing was sent.' },
  // Refunds
  'nothing-refundable': { statuses: [409], meaning: 'The payment has no coins of this kind to give back.' },
  'offered-already': { statuses: [409], meaning: 'Coins of this kind are offered to the payer already.' },
  'offered-often': { statuses: [409], meaning: 'Coins of this payment were offered as often as is allowed.' },
  'offer-unknown': { statuses: [404], meaning: 'There is no such offer of coins.' },
  'refund-confirmed': { statuses: [409], meaning: 'The refund was confirmed, so the offer can’t be withdrawn.' },
  'address-given': { statuses: [409], meaning: 'The payer has given an address already.' },
  'address-wrong': { statuses: [422], meaning: 'The address is not on the coins’ network.' },
  'address-ours': { statuses: [422], meaning: 'The address is one of this gateway’s own.' },
  // Webhooks
  'webhook-address': { statuses: [422], meaning: 'The address takes no events: it is not https, or is a private one.' },
  'endpoint-unknown': { statuses: [404], meaning: 'There is no such endpoint, or it is not yours.' },
  'listener-unknown': { statuses: [404], meaning: 'There is no such listener of this key.' },
  'delivery-unknown': { statuses: [404], meaning: 'There is no such delivery, or it is not yours.' },
  'endpoint-off': { statuses: [409], meaning: 'The endpoint is turned off.' },
  'endpoints-most': { statuses: [409], meaning: 'You have as many endpoints as is allowed.' },
  'secrets-most': { statuses: [409], meaning: 'Two secrets are live: retire the old one first.' },
  'secret-only': { statuses: [409], meaning: 'There is only one secret, which can’t be retired.' },
  // Repeats, and our side
  'idempotency-key-used': { statuses: [409], meaning: 'The Idempotency-Key came with another request.' },
  overloaded: { statuses: [503], meaning: 'Too much is waiting. Nothing was done.' },
  starting: { statuses: [503], meaning: 'This server is starting, and answers in a moment. Nothing was done.' },
  stopping: { statuses: [503], meaning: 'This server is about to stop; another one answers in a moment.' },
  'dependency-down': { statuses: [503], meaning: 'Something that the call needs does not answer. Nothing was lost.' },
  // Where there is no closer one
  forbidden: { statuses: [403], meaning: 'The caller may not do this; the sentence says why.' },
  'not-found': { statuses: [404], meaning: 'There is no such thing.' },
  conflict: { statuses: [409], meaning: 'In conflict with the current state; the sentence says how.' },
  'rule-broken': { statuses: [422], meaning: 'Against a rule; the sentence says which.' },
  internal: { statuses: [500], meaning: 'A fault of ours. Nothing was lost.' },
} as const satisfies Readonly<Record<string, ErrorReason>>;

/** A code that a merchant's program can get. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** The codes that only calls of signed-in users have; a status that says it all comes to them without a code. */
export const SESSION_ERROR_CODES = [
  'account-closed',
  'account-disabled',
  'changed',
  'invitation-link',
  'last-factor',
  'not-closable',
  'password-missing',
  'password-needed',
  'password-wrong',
  'proof-needed',
  'provider-cancelled',
  'provider-ended',
  'provider-failed',
  'provider-taken',
  'provider-unproven',
  'reason-needed',
  'reset-link',
  'role-missing',
  'session-ended',
  'skip-too-long',
  'too-many-open',
] as const;

/** Every code of the API. */
export type AnyErrorCode = ErrorCode | (typeof SESSION_ERROR_CODES)[number];

export const errorCodeSchema = z.enum([
  // The names of an object are texts to the compiler.
  ...(Object.keys(ERROR_CODES) as ErrorCode[]),
  ...SESSION_ERROR_CODES,
]);

/**
 * Every answer that is no success, to a merchant's program. `code` gives it the reason, such as `link-used`; `bound` is
 * the limit that was not kept, such as `₦1,000.00`. Every field at fault is named in `faults`, and the first of them in
 * `field`, such as `accepted.0.network`.
 */
export const programErrorAnswer = z.object({
  ...messageAnswer.shape,
  code: errorCodeSchema,
  bound: z.optional(z.string()),
  field: z.optional(z.string()),
  faults: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});

/** The same of any call: one that no program makes has no code where the status says it all. */
export const errorAnswer = z.object({ ...programErrorAnswer.shape, code: z.optional(errorCodeSchema) });
export type ErrorAnswer = z.output<typeof errorAnswer>;
