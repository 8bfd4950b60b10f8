import { CALLS, type CallName, type ResultOf, VERSION } from './contract.ts';
import { type Fault, KobogateError } from './errors.ts';
import { pauseBeforeRetry } from './retry.ts';

export interface ClientOptions {
  /** Where Kobogate runs, such as `https://pay.example`. */
  readonly origin: string;
  /** `kobo_live_…`: for your server only. A browser needs none for `checkout`. */
  readonly apiKey?: string;
  /** How long one attempt may take; 10 seconds unless told. */
  readonly timeoutMs?: number;
  /** How often a call that may be repeated is made again; 2 unless told. */
  readonly retries?: number;
  readonly fetch?: typeof fetch;
}

/** Options of any call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Options of a call that makes something. */
export interface CreateOptions extends CallOptions {
  /**
   * The same key with the same input answers with what the first call made. Generated for each call where it is not
   * given.
   */
  readonly idempotencyKey?: string;
}

export interface Input extends CreateOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as it is. */
  readonly file?: Blob | Uint8Array;
  /** Whether making it twice has the same effect as once. */
  readonly isRepeatable: boolean;
}

/** Makes one call of the contract, and again where that is safe. Throws `KobogateError`, or the signal's own reason. */
export type Request = <Name extends CallName>(name: Name, input: Input) => Promise<ResultOf<Name>>;

/** What makes the calls of one client. Throws where no address of Kobogate is given. */
export function createRequest(options: ClientOptions): Request {
  const base = `${new URL(options.origin).href.replace(/\/+$/, '')}/api`;
  const { retries = 2, timeoutMs = 10_000 } = options;
  return async (name, input) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await attemptOnce(base, name, input, { ...options, timeoutMs });
        // The server that answers is the one that the types were made from; it checks its answers against the same
        // contract.
        return answer as ResultOf<typeof name>;
      } catch (error) {
        if (!(error instanceof KobogateError) || attempt >= retries) throw error;
        const { isRepeatable } = input;
        const pause = pauseBeforeRetry(error, { attempt, isRepeatable, chance: Math.random() });
        if (pause === null) throw error;
        await wait(pause, input.signal);
      }
    }
  };
}

async function attemptOnce(
  base: string,
  name: CallName,
  input: Input,
  { apiKey, timeoutMs, fetch: ask = fetch }: ClientOptions & { timeoutMs: number },
): Promise<unknown> {
  const { media, method, path } = CALLS[name];
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = input.signal === undefined ? limit : AbortSignal.any([input.signal, limit]);
  try {
    const response = await ask(base + addressOf(path, input), {
      method,
      headers: headersOf(input, apiKey),
      ...bodyOf(input),
      signal,
      credentials: 'omit',
      redirect: 'error',
    });
    if (response.ok && media !== 'application/json') {
      return media === 'text/csv' ? await response.text() : new Uint8Array(await response.arrayBuffer());
    }
    return answerOf(response, await response.text());
  } catch (error) {
    if (error instanceof KobogateError) throw error;
    input.signal?.throwIfAborted();
    if (limit.aborted) {
      throw new KobogateError('timeout', `Kobogate did not answer within ${timeoutMs / 1000} seconds.`, {
        cause: error,
      });
    }
    throw new KobogateError('network', 'Kobogate could not be reached.', { cause: error });
  }
}

/** What `fetch` would take as the way to another call, such as from one payment to the making of one. */
const NO_ID = /^\.{0,2}$/;

function addressOf(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const id = params[name] ?? '';
    if (NO_ID.test(id)) throw new KobogateError('refused', `“${id}” is no id of Kobogate. Nothing was sent.`);
    return encodeURIComponent(id);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

function bodyOf({ body, file }: Input): RequestInit {
  // A view of any buffer is sent as the bytes that it shows; the compiler's library asks for one kind of buffer.
  if (file !== undefined) return { body: file as BodyInit };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

function headersOf({ body, file, idempotencyKey }: Input, apiKey: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(file === undefined ? {} : { 'content-type': 'application/octet-stream' }),
    // Only with a key: from a browser it would cost a request beforehand.
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}`, 'kobogate-version': VERSION }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

function answerOf({ ok, status, headers }: Response, text: string): unknown {
  const json = parsed(text);
  const about = { status, requestId: headers.get('x-request-id') };
  if (ok) {
    if (json === undefined)
      throw new KobogateError('unreadable', 'Kobogate answered with something else than JSON.', about);
    return json;
  }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const { message: sentence, code, bound, faults }: Readonly<Record<string, unknown>> = Object(json);
  throw new KobogateError(
    status >= 500 ? 'unavailable' : 'refused',
    typeof sentence === 'string' ? sentence : `Kobogate answered ${status}.`,
    {
      ...about,
      code: typeof code === 'string' ? code : null,
      bound: typeof bound === 'string' ? bound : null,
      faults: Array.isArray(faults) ? faults.filter(isFault) : [],
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    },
  );
}

function isFault(value: unknown): value is Fault {
  const { field, message }: Readonly<Record<string, unknown>> = Object(value);
  return typeof field === 'string' && typeof message === 'string';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
