import type { AnswerOf, BodyInputOf, Endpoint, ParamsOf } from '@kobogate/contract';

/** A call as it goes out. */
export interface ApiRequest {
  readonly method: Endpoint['method'];
  /** Below the API's base. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Network address of the payer whom it is made for: limits count by it. */
  readonly visitor: string;
}

/** What came back: the answer's JSON, `undefined` where it was none. */
export interface ApiResponse {
  readonly status: number;
  readonly json: unknown;
}

/** Carries a call to the payment API. Rejects where no answer came that can be read. */
export type SendToApi = (request: ApiRequest) => Promise<ApiResponse>;

/** `sentence` is the API's own and may be empty; status 0: there was no answer, so what was asked may or may not be done. */
export type ApiAnswer<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly status: number; readonly sentence: string };

export interface ApiCall<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly body?: BodyInputOf<E>;
  readonly visitor: string;
  /** Makes a repeated call answer with the first one's result. */
  readonly idempotencyKey?: string;
}

/** The payment API as the payer's page asks it, wherever it runs. Never throws: a missing answer is a value. */
export type AskPaymentApi = <E extends Endpoint>(endpoint: E, call: ApiCall<E>) => Promise<ApiAnswer<AnswerOf<E>>>;

const NO_ANSWER = { ok: false, status: 0, sentence: '' } as const;

/** Asks the payment API over `send`, and takes no answer whose form is not the contract's. `onFailure` hears of those. */
export function createPaymentApi(send: SendToApi, onFailure: (error: unknown) => void): AskPaymentApi {
  return async <E extends Endpoint>(endpoint: E, call: ApiCall<E>): Promise<ApiAnswer<AnswerOf<E>>> => {
    try {
      const { status, json } = await send(requestOf(endpoint, call));
      if (status !== endpoint.success) return { ok: false, status, sentence: sentenceOf(json) };
      const parsed = endpoint.answer.safeParse(json);
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
      ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
    },
    body: endpoint.method === 'GET' ? null : JSON.stringify(call.body ?? {}),
    visitor: call.visitor,
  };
}

function sentenceOf(json: unknown): string {
  if (typeof json !== 'object' || json === null || !('message' in json)) return '';
  return typeof json.message === 'string' ? json.message.slice(0, 500) : '';
}
