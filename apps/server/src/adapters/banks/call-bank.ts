import { readAnswerJson } from '../../platform/answer-json.ts';
import type { Log } from '../../platform/log.ts';

/** How a call ended: with an answer in JSON, its numbers as texts, or in a way that leaves open what it did. */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost'; readonly reason: string };

export type CallBank = (
  path: string,
  more?: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
) => Promise<Reply>;

export interface CallOptions {
  /** Without the slash at its end. */
  readonly url: string;
  /** How long an answer is waited for; 15 seconds unless told. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MILLISECONDS = 15_000;

/**
 * Calls a provider: POST where there is a body, which is JSON, else GET. Follows no redirect, waits 15 seconds at most,
 * never throws. Where a 401 means that our key is refused, `keyLog` is told: no payout moves until the operator mends it.
 */
export function createBankCaller(
  { url, timeoutMs = TIMEOUT_MILLISECONDS }: CallOptions,
  {
    headers = {},
    keyLog,
  }: { headers?: Readonly<Record<string, string>>; keyLog?: { readonly rail: string; readonly log: Log } } = {},
): CallBank {
  return async (path, more = {}) => {
    const { body } = more;
    const own = { ...headers, ...more.headers };
    try {
      const response = await fetch(url + path, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { accept: 'application/json', ...own },
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              headers: { accept: 'application/json', 'content-type': 'application/json', ...own },
              body,
            }),
      });
      if (response.status === 401) keyLog?.log.error({ rail: keyLog.rail }, 'a bank rail refuses our key');
      return { kind: 'answered', status: response.status, body: await readAnswerJson(response) };
    } catch (error) {
      return { kind: 'lost', reason: describe(error) };
    }
  };
}

/** Never the error's own fields: an address or a header could be among them. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return 'the bank did not answer in time';
  return error instanceof SyntaxError
    ? 'the bank answered something that is not JSON'
    : 'the bank could not be reached';
}
