/** How a call ended: with an answer in JSON, its numbers as texts, or in a way that leaves open what it did. */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost'; readonly reason: string }
  /** No byte of it was written. This is known only for calls that have a deadline. */
  | { readonly kind: 'not-sent'; readonly reason: string };

/**
 * Why a call has no answer, as text for people. Never the error's own fields: an address or a header could be among
 * them.
 */
export function describeLoss(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'the bank did not answer in time';
  return error instanceof SyntaxError
    ? 'the bank answered something that is not JSON'
    : 'the bank could not be reached';
}
