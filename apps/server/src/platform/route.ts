import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Scope } from '@kobogate/contract';

/** Who calls: known from the Bearer token and nothing that the request says of itself. */
export interface Caller {
  readonly userId: string;
  readonly isAdmin: boolean;
  /** SHA-256 of the token in use, so that a logout ends just this session. */
  readonly tokenHash: Buffer;
  /** When the owner of the session last proved it with the password and every factor; null: not with this one. */
  readonly provedAt: Date | null;
  /** Of an API key, which acts for its owner: what it was made for. Absent for a person who is signed in. */
  readonly scopes?: readonly Scope[];
  /** Of an API key: whether its owner is an administrator, who has the same duties in every way in. */
  readonly isOfAdmin?: boolean;
}

/**
 * Decides whether a caller may make this call at this moment, beside their role: whether an administrator has proven
 * enough for it. `worth` answers the naira (kobo) that a call of the rule `amount` decides about; null where it is not
 * known. Throws 403.
 */
export type Admit = (
  caller: Caller,
  endpoint: Pick<Endpoint, 'proof' | 'isForSetUp'>,
  worth: () => Promise<bigint | null>,
) => Promise<void>;

/** A request whose parts were checked against the endpoint's schemas. */
export interface RouteRequest<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Throws 401 where the endpoint is public and nobody is signed in; always there on `user` and `admin` endpoints. */
  readonly caller: Caller;
  /** The peer's network address, for throttling. */
  readonly address: string;
  readonly userAgent: string;
  /** The secret by which a browser names itself, where it sent one. */
  readonly device: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Sets a header of the success, one of those that the endpoint names. */
  readonly setHeader: (name: string, value: string) => void;
}

/** An endpoint with what it does, its types checked where it was made and erased for mounting. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (request: RouteRequest<Endpoint>) => Promise<unknown>;
  /** Of an endpoint whose proof goes by the amount: the naira (kobo) that a call decides about, null where it is not known. */
  readonly worth?: (request: Decision<Endpoint>) => Promise<bigint | null>;
}

/** What tells the amount that a call decides about. */
export type Decision<E extends Endpoint> = Pick<RouteRequest<E>, 'params' | 'body'>;

/**
 * Ties a use case to its endpoint: what goes in and out is checked against the contract by the compiler. `worth` is for
 * an endpoint whose proof goes by the amount.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<AnswerOf<E>>,
  worth?: (decision: Decision<E>) => Promise<bigint | null>,
): Route {
  // The mount parses with this very endpoint's schemas before it calls, so the erased types hold at run time.
  return { endpoint, handle, ...(worth === undefined ? {} : { worth }) };
}
