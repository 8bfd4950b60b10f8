import { readAnswerText } from '../../platform/answer-json.ts';
import type { SendToApi } from '../ask-api.ts';

// The payer looks at an empty page until then.
const TIMEOUT_MS = 10_000;

/**
 * Calls a payment API at another address, without a trailing slash. Rejects unless it answers within ten seconds with
 * JSON of a sensible size. It gets the payer's network address, so that its limits need not count all payers as one.
 */
export function sendOverHttp(base: string): SendToApi {
  return async ({ method, path, headers, body, visitor }) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, 'x-forwarded-for': visitor },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Amounts are texts in the contract, so numbers lose nothing.
    return {
      status: response.status,
      json: JSON.parse(await readAnswerText(response)),
      retryAfter: response.headers.get('retry-after') ?? undefined,
    };
  };
}
