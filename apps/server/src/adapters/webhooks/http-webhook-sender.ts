import { request as requestPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import type { Attempt, WebhookSender } from '../../messaging/index.ts';
import { answerOf, SwitchedProtocol } from '../../platform/answer-json.ts';
import { createResolve, type Resolve, resolveTarget } from './resolve-target.ts';

/** From looking the host up to the end of the answer. */
const TIMEOUT_MS = 10_000;
/** Nothing needs more of an answer; a receiver that sends without end is disconnected. */
const MOST_BYTES = 16_384;
const EXCERPT_CHARACTERS = 500;

export interface SenderOptions {
  /** Allow this machine's own addresses too, by http as well: for a sandbox on one machine. */
  readonly allowPrivate: boolean;
  readonly resolve?: Resolve;
  readonly timeoutMs?: number;
}

/**
 * Posts webhooks over HTTP. The host is looked up and checked first, and only the checked addresses are connected to: a
 * DNS answer that changes a moment later has no effect. No connection is kept open between two webhooks.
 */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  const { allowPrivate, resolve = createResolve(), timeoutMs = TIMEOUT_MS } = options;

  async function post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer> {
    const signal = AbortSignal.timeout(timeoutMs);
    const target = await Promise.race([resolveTarget(url, { resolve, allowPrivate }), rejectWhen(signal)]);
    if ('refusal' in target) return { status: null, problem: target.refusal, answer: '' };
    const response = await exchange(url, { headers, body, signal, lookup: pinned(target.addresses) });
    const status = response.statusCode ?? 0;
    const answer = await readExcerpt(response).catch(() => '');
    return { status, problem: problemOf(status), answer };
  }

  return {
    refuse: async (url) => {
      const target = await resolveTarget(url, { resolve, allowPrivate });
      return 'refusal' in target ? target.refusal : null;
    },
    send: async ({ url, headers, body }) => {
      const start = performance.now();
      const answer = await post(url, headers, body).catch((error: unknown): Answer => ({
        status: null,
        problem: describeFailure(error, timeoutMs),
        answer: '',
      }));
      return { ...answer, milliseconds: Math.round(performance.now() - start) };
    },
  };
}

type Answer = Omit<Attempt, 'milliseconds'>;

/** Answers each lookup of a connection with the addresses that were checked. */
const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, { all }, done) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first = { address: '', family: 4 }] = found;
    if (all === true) done(null, found);
    else done(null, first.address, first.family);
  };

function exchange(
  url: string,
  {
    headers,
    body,
    signal,
    lookup,
  }: { headers: Readonly<Record<string, string>>; body: string; signal: AbortSignal; lookup: LookupFunction },
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    lookup,
    method: 'POST',
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
  };
  const request = url.startsWith('https:') ? requestSecure(url, options) : requestPlain(url, options);
  const answer = answerOf(request);
  request.end(body);
  return answer;
}

async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      bytes += chunks.at(-1)?.length ?? 0;
      if (bytes >= MOST_BYTES) break;
    }
  } catch {
    // The part received so far is enough: the status says how it went.
  }
  response.destroy();
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return [...text.trim()].slice(0, EXCERPT_CHARACTERS).join('');
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered with a redirect (${status}), which is not followed.`;
  return `It answered with the status ${status}.`;
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at this address: the connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EPIPE: 'The connection was closed before an answer came.',
  EHOSTUNREACH: 'The address can’t be reached.',
  ENETUNREACH: 'The address can’t be reached.',
  ETIMEDOUT: 'The address did not let us connect in time.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed, so its owner can’t be verified.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is self-signed, so its owner can’t be verified.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not complete: the ones between it and a known one are missing.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another name.',
};

function describeFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'The connection failed.';
  if (error instanceof SwitchedProtocol) return 'It switched to another protocol (status 101) instead of answering.';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    return `It did not answer within ${timeoutMs / 1000} seconds.`;
  }
  const code = 'code' in error ? String(error.code) : '';
  return FAILURES[code] ?? `The connection failed${code === '' ? '' : ` (${code})`}.`;
}

function rejectWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('timed out', 'TimeoutError')), { once: true });
  });
}
