import { createHmac } from 'node:crypto';

/** How a call ended: with an answer of the provider's own form, or in a way that leaves open what it did. */
export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'lost'; readonly reason: string };

export type Request = (path: string, body?: Readonly<Record<string, string>>) => Promise<Reply>;

const TIMEOUT_MILLISECONDS = 15_000;

/**
 * Calls BudPay with the secret key as Bearer token and, where there is a body, its signature in the header
 * `Encryption`. Follows no redirect, waits 15 seconds at most, never throws.
 */
export function createRequest(options: { url: string; secretKey: string; publicKey: string }): Request {
  const base = options.url.replace(/\/+$/, '');
  return async (path, body) => {
    try {
      const response = await fetch(base + path, {
        method: body === undefined ? 'GET' : 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${options.secretKey}`,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', encryption: signBody(body, options.publicKey) }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { kind: 'answered', status: response.status, body: await response.json() };
    } catch (error) {
      return { kind: 'lost', reason: describe(error) };
    }
  };
}

/** Hex HMAC-SHA512 of the JSON payload with its keys in alphabetical order, keyed with the public key. */
export function signBody(body: Readonly<Record<string, string>>, publicKey: string): string {
  const sorted = Object.fromEntries(Object.entries(body).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return createHmac('sha512', publicKey).update(JSON.stringify(sorted)).digest('hex');
}

/** Never the error's own fields: an address or a header could be among them. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'the call failed';
  if (error.name === 'TimeoutError') return 'the bank did not answer in time';
  return error instanceof SyntaxError
    ? 'the bank answered something that is not JSON'
    : 'the bank could not be reached';
}
