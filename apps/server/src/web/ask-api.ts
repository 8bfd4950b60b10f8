import { type AnswerOf, type BodyInputOf, DEVICE_HEADER, type Endpoint, type ParamsInputOf } from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import { readAnswerText } from '../platform/answer-json.ts';

/** An outgoing call. */
export interface ApiRequest {
  readonly method: Endpoint['method'];
  /** Below the API's base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The user's network address: limits count by it. */
  readonly visitor: string;
}

/** The answer's JSON, `undefined` where there was none. */
export interface ApiResponse {
  readonly status: number;
  readonly json: unknown;
  /** Its `Retry-After`, unchanged. */
  readonly retryAfter?: string | undefined;
}

/** Sends a call to the API. Rejects where no readable answer came. */
export type SendToApi = (request: ApiRequest) => Promise<ApiResponse>;

/** Why the API refused or failed. Status 0: there was no answer, so it may or may not be done. */
export interface ApiRefusal {
  readonly ok: false;
  readonly status: number;
  /** The API's own values, empty where it gave none: its message, the refusal's code, the broken limit. */
  readonly sentence: string;
  readonly code: string;
  readonly bound: string;
  /** After how long a retry may succeed; null where it did not say. */
  readonly waitSeconds: number | null;
}

export type ApiAnswer<Answer> = { readonly ok: true; readonly answer: Answer } | ApiRefusal;

export interface ApiCall<E extends Endpoint> {
  readonly params: ParamsInputOf<E>;
  readonly body?: BodyInputOf<E>;
  readonly visitor: string;
  /** The browser's user agent, by which limits distinguish callers behind one address. */
  readonly browser?: string;
  /** The browser's device secret, for an endpoint that accepts it. */
  readonly device?: string;
  /** Makes a repeated call answer with the first one's result. */
  readonly idempotencyKey?: string;
}

/** The API for pages that the server draws, wherever it runs. Never throws: a missing answer is a value. */
export type AskApi = <E extends Endpoint>(endpoint: E, call: ApiCall<E>) => Promise<ApiAnswer<AnswerOf<E>>>;

/** Path segments that would lead to another path. */
const DOTS = /^\.{1,2}$/;

const NO_ANSWER: ApiRefusal = { ok: false, status: 0, sentence: '', code: '', bound: '', waitSeconds: null };

/** Calls the API over `send`, and accepts only answers in the contract's form. `onFailure` is told of others. */
export function createApiCaller(send: SendToApi, onFailure: (error: unknown) => void): AskApi {
  return async <E extends Endpoint>(endpoint: E, call: ApiCall<E>): Promise<ApiAnswer<AnswerOf<E>>> => {
    if (Object.values(call.params ?? {}).some((param) => DOTS.test(String(param))))
      return { ...NO_ANSWER, status: 404 };
    try {
      const response = await send(requestOf(endpoint, call));
      if (response.status !== endpoint.success) return refusalOf(response);
      const parsed = endpoint.answer.safeParse(response.json);
      // The endpoint's own schema has just checked it; the compiler can't relate the two through the type parameter.
      if (parsed.success) return { ok: true, answer: parsed.data as AnswerOf<E> };
      onFailure(parsed.error);
    } catch (error) {
      onFailure(error);
    }
    return NO_ANSWER;
  };
}

function requestOf<E extends Endpoint>(endpoint: E, call: ApiCall<E>): ApiRequest {
  const params = new Map(Object.entries(call.params ?? {}));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  return {
    method: endpoint.method,
    path,
    headers: {
      accept: 'application/json',
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      ...(call.browser === undefined ? {} : { 'user-agent': call.browser }),
      ...(call.device === undefined ? {} : { [DEVICE_HEADER.toLowerCase()]: call.device }),
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    body: endpoint.method === 'GET' ? null : JSON.stringify(call.body ?? {}),
    visitor: call.visitor,
  };
}

const LONGEST = { message: 500, code: 60, bound: 60 } as const;

function refusalOf({ status, json, retryAfter = '' }: ApiResponse): ApiRefusal {
  const fields = new Map<string, unknown>(typeof json === 'object' && json !== null ? Object.entries(json) : []);
  const text = (name: keyof typeof LONGEST): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.slice(0, LONGEST[name]) : '';
  };
  const waitSeconds = /^\d{1,7}$/.test(retryAfter) ? Number(retryAfter) : null;
  return { ok: false, status, sentence: text('message'), code: text('code'), bound: text('bound'), waitSeconds };
}

/** Calls this server's own API without a socket: the same checks, limits and answers as from outside. */
export function sendInProcess(http: FastifyInstance, prefix: string): SendToApi {
  return async ({ method, path, headers, body, visitor }) => {
    const answer = await http.inject({
      method,
      url: prefix + path,
      headers: { ...headers },
      remoteAddress: visitor,
      ...(body === null ? {} : { payload: body }),
    });
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, json: answer.json<unknown>(), retryAfter };
  };
}

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
