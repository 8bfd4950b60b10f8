import {
  BACKGROUND_HEADER,
  DEVICE_HEADER,
  isFile,
  PROOF_NEEDED,
  SESSION_ENDED,
  TEXTS,
  type AnswerOf,
  type BodyInputOf,
  type Endpoint,
  type ParamsInputOf,
  type QueryInputOf,
} from '@kobogate/contract';
import { isInBackground } from './activity.ts';
import { deviceSecret } from './device.ts';
import { askForProof } from './proof-gate.ts';
import { takeEarly } from './early-answers.ts';
import { hearServerTime } from './server-clock.ts';
import { callHeaders, noteWhyEnded, storedToken, storeToken } from './token.ts';

const API_BASE = '/api';
const UNREADABLE = 'The server answered in a way that this page does not understand. Please reload the page.';

/**
 * What a call resolves to when the network gave no answer: a text, not an error, so that every screen must handle it.
 */
export type NetworkErrorText = typeof TEXTS.networkError;

/** True where a call got no answer. It says nothing about whether the server did what was asked. */
export function isUnreachable(answer: unknown): answer is NetworkErrorText {
  return answer === TEXTS.networkError;
}

/**
 * An answer that is not a success. `message` is the server's own sentence, or empty where it gave none; so are `error`
 * and `code`, the answer's fields of these names.
 */
export class CallError extends Error {
  readonly status: number;
  readonly error: string;
  readonly code: string;

  constructor(status: number, message: string, { error = '', code = '' } = {}) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.error = error;
    this.code = code;
  }
}

export interface CallInput<E extends Endpoint> {
  params?: ParamsInputOf<E>;
  query?: QueryInputOf<E>;
  body?: BodyInputOf<E>;
  /** Makes a repeated call answer with the first one's result. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Another token than the stored one; a 401 then leaves the stored one alone. */
  token?: string;
  /** Lets the call finish although the page is closed. */
  keepalive?: boolean;
}

/**
 * Calls an endpoint of the contract and checks its answer's form. No time-out.
 * Resolves to the network error's text where no answer came; throws `CallError` for any status that is not a success,
 * and passes aborts and time-outs through. A 401 removes the stored token and, outside /login and /signup, leads to
 * /login. Where the server needs a fresh proof first, which it checks before anything else, the user is asked for it,
 * and the call is made again, unless another person has signed in since.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<AnswerOf<E> | NetworkErrorText> {
  const token = storedToken();
  try {
    return await callOnce(endpoint, input);
  } catch (failure) {
    const isProvable = failure instanceof CallError && failure.code === PROOF_NEEDED && input.token === undefined;
    // A session can change in another tab while the question is open: the press was not of the person who is here now.
    if (!isProvable || !(await askForProof()) || storedToken() !== token) throw failure;
    return callOnce(endpoint, input);
  }
}

async function callOnce<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E> | NetworkErrorText> {
  let response: Response;
  let answer: unknown;
  const token = input.token ?? storedToken();
  try {
    const address = addressOf(endpoint, input);
    const early = endpoint.method === 'GET' ? takeEarly(address, token) : undefined;
    const askedAt = Date.now();
    response = await (early ?? fetch(address, requestOf(endpoint, input, token)));
    // When the early ones were asked is not known here.
    if (early === undefined) hearServerTime(response.headers.get('date'), askedAt, Date.now());
    answer = await readAnswer(response, endpoint);
  } catch (failure) {
    if (failure instanceof DOMException && ['AbortError', 'TimeoutError'].includes(failure.name)) throw failure;
    return TEXTS.networkError;
  }
  if (response.status === 401 && input.token === undefined) dropSession(token, whyEnded(answer));
  if (!response.ok) {
    const [error, code] = [textOf(answer, 'error'), textOf(answer, 'code')];
    throw new CallError(response.status, textOf(answer, 'message'), { error, code });
  }
  const parsed = endpoint.answer.safeParse(answer);
  if (!parsed.success) throw new CallError(response.status, UNREADABLE);
  // The endpoint's own schema has just checked it; the compiler can't relate the two through the type parameter.
  return parsed.data as AnswerOf<E>;
}

/** As `call`, but a missing answer is thrown too: for queries, whose failures are states and not values. */
export async function callOrThrow<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
  const answer = await call(endpoint, input);
  if (isUnreachable(answer)) throw new CallError(0, TEXTS.networkError);
  return answer;
}

/** The sentence for users of anything thrown by a call: the server's message, else the fallback. */
export function messageFor(failure: unknown, fallback: string): string {
  return failure instanceof CallError && failure.message !== '' ? failure.message : fallback;
}

let leaveForLogin: (() => void) | null = null;

/** Sets the function that navigates to /login after a 401; returns the way to remove it. */
export function onSessionDropped(leave: () => void): () => void {
  leaveForLogin = leave;
  return () => {
    if (leaveForLogin === leave) leaveForLogin = null;
  };
}

/**
 * What a 401 means, from any call or stream: the token is removed, and outside /login and /signup we go to /login.
 * Where `sent` is not the stored token any more, the answer is too late and changes nothing. `why` is shown at the
 * login.
 */
export function dropSession(sent: string | null, why: string | null = null): void {
  if (sent !== storedToken()) return;
  storeToken(null);
  noteWhyEnded(why);
  const path = window.location.pathname;
  if (!path.includes('/login') && !path.includes('/signup')) leaveForLogin?.();
}

/** The sentence of a 401 for a session that has ended; null for any other. */
export function whyEnded(answer: unknown): string | null {
  return textOf(answer, 'code') === SESSION_ENDED ? textOf(answer, 'message') : null;
}

function requestOf<E extends Endpoint>(endpoint: E, input: CallInput<E>, token: string | null): RequestInit {
  const headers = callHeaders(token);
  if (token !== null && isInBackground()) headers[BACKGROUND_HEADER] = '1';
  if (endpoint.takesDevice) headers[DEVICE_HEADER] = deviceSecret();
  if (input.idempotencyKey !== undefined) headers['Idempotency-Key'] = input.idempotencyKey;
  return {
    method: endpoint.method,
    headers,
    ...(input.body === undefined ? {} : { body: bodyOf(input.body, headers) }),
    ...(input.signal === undefined ? {} : { signal: input.signal }),
    ...(input.keepalive === undefined ? {} : { keepalive: input.keepalive }),
  };
}

// A file is sent unchanged.
function bodyOf(body: unknown, headers: Record<string, string>): BodyInit {
  if (!(body instanceof Uint8Array)) return JSON.stringify(body);
  headers['Content-Type'] = 'application/octet-stream';
  return new Uint8Array(body);
}

function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) if (typeof value === 'string') query.set(name, value);
  return API_BASE + path + (query.size > 0 ? `?${query}` : '');
}

// An error is always JSON.
async function readAnswer(response: Response, { media }: Pick<Endpoint, 'media'>): Promise<unknown> {
  if (response.ok && isFile(media)) return new Uint8Array(await response.arrayBuffer());
  const isCsv = response.ok && media === 'text/csv';
  // A CSV keeps the mark of UTF-8 where it has one: Excel needs it, and other programs must not have it.
  const text = new TextDecoder('utf-8', { ignoreBOM: isCsv }).decode(await response.arrayBuffer());
  return isCsv ? text : parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textOf(answer: unknown, field: string): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const value = Object.getOwnPropertyDescriptor(answer, field)?.value;
  return typeof value === 'string' ? value : '';
}
