import { type AnswerOf, type Endpoint, errorAnswer, type ParamsInputOf } from '@kobogate/contract';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

export interface HttpRequest {
  readonly token?: string | undefined;
  /** Sent as JSON, or unchanged where it is a text. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

const MORE: ReadonlySet<string> = new Set(Object.keys(errorAnswer.shape).filter((name) => name !== 'message'));

/** The fields of an error's body beside those that some errors have: `['message']` for each of ours. */
export const errorFields = (json: unknown): string[] => Object.keys(Object(json)).filter((name) => !MORE.has(name));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One request over real HTTP, whatever its answer. */
export async function send(method: string, url: string, request: HttpRequest = {}): Promise<HttpAnswer> {
  const { token, body, headers = {} } = request;
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers, json: parsed(text) };
}

/** The path of an endpoint below the API's base, with its parameters and query filled in. */
export function pathOf(
  endpoint: Pick<Endpoint, 'path'>,
  params: Record<string, string> = {},
  query: Record<string, string> = {},
): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

export interface CallInput<E extends Endpoint> extends HttpRequest {
  readonly params?: ParamsInputOf<E> & Record<string, string>;
  readonly query?: Record<string, string>;
}

/**
 * A call of the contract against an API's base address; its answer is checked against the contract. Throws for an
 * error.
 */
export type Call = <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<AnswerOf<E>>;

/** A client that calls the API at `base` by the contract. */
export function createCall(base: string): Call {
  return async (endpoint, { params, query, ...request } = {}) => {
    const path = pathOf(endpoint, params, query);
    const answer = await send(endpoint.method, base + path, request);
    if (answer.status !== endpoint.success) {
      throw new Error(`${endpoint.method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
    }
    return endpoint.answer.parse(answer.json) as AnswerOf<typeof endpoint>;
  };
}
