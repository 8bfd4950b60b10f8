import type { Repeatable } from './idempotency.ts';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Scope, StaffRole, UserId } from '@kobogate/contract';

/** The caller, known from the Bearer token and from nothing else in the request. */
export interface Caller {
  readonly userId: UserId;
  /** Of the operator's team; null for a customer, and for every API key. */
  readonly role: StaffRole | null;
  /** SHA-256 of the token in use, so that a logout ends just this session. */
  readonly tokenHash: Buffer;
  /** When the owner of the session last confirmed their password and every factor in it; null: not in this session. */
  readonly provedAt: Date | null;
  /** The scopes of an API key, which acts for its owner. Absent for a signed-in user. */
  readonly scopes?: readonly Scope[];
  /** For an API key: whether its owner is of the operator's team, to whom the same rules apply. */
  readonly isOfStaff?: boolean;
}

/**
 * Decides whether a caller may make this call now, in addition to their role: whether a person of the team has proven
 * enough for it. `worth` answers the naira (kobo) that a call under the rule `amount` decides about; null where it is
 * not known. Throws 403.
 */
export type Admit = (
  caller: Caller,
  endpoint: Pick<Endpoint, 'proof' | 'isForSetUp'>,
  worth: () => Promise<bigint | null>,
) => Promise<void>;

/** A request whose parts were checked against the endpoint's schemas. */
export interface RouteRequest<E extends Endpoint> extends Repeatable {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /**
   * Throws 401 where the endpoint is public and the caller is not signed in; always there on `user` and `staff`
   * endpoints.
   */
  readonly caller: Caller;
  /** The caller's network address, for rate limits. */
  readonly address: string;
  readonly userAgent: string;
  /** The device secret of the browser, where it sent one. */
  readonly device: string | undefined;
  /** Sets a header of the successful answer, one of those that the endpoint names. */
  readonly setHeader: (name: string, value: string) => void;
}

/** What a use case answers; a text may come in pieces, of which no more are made than the caller takes. */
export type AnswerInPieces<E extends Endpoint> =
  | AnswerOf<E>
  | (AnswerOf<E> extends string ? AsyncGenerator<string> : never);

/** An endpoint with its use case; types are checked where it was made and erased for mounting. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (request: RouteRequest<Endpoint>) => Promise<unknown>;
  /**
   * For an endpoint whose proof depends on the amount: the naira (kobo) that a call decides about, null where it is not
   * known.
   */
  readonly worth?: (request: Decision<Endpoint>) => Promise<bigint | null>;
}

/** Finds the amount that a call decides about. */
export type Decision<E extends Endpoint> = Pick<RouteRequest<E>, 'params' | 'body'>;

/**
 * Connects a use case to its endpoint: the compiler checks input and output against the contract. `worth` is for an
 * endpoint whose proof depends on the amount.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (request: RouteRequest<E>) => Promise<AnswerInPieces<E>>,
  worth?: (decision: Decision<E>) => Promise<bigint | null>,
): Route {
  // The mount parses with this very endpoint's schemas before it calls, so the erased types hold at run time.
  return { endpoint, handle, ...(worth === undefined ? {} : { worth }) };
}
