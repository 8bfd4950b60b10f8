import type { AnyErrorCode, ErrorAnswer } from '@kobogate/contract';

/** What is wrong with one field, whose name has its place in it, such as `accepted.0.network`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

/**
 * An expected failure that the API answers with `status`, `message` (plain words for people) and `code` (for programs).
 */
export class Failure extends Error {
  readonly status: number;
  readonly code: AnyErrorCode;
  readonly retryAfterSeconds: number | undefined;
  /** The limit that was broken, as text for people, such as `₦1,000.00`. */
  readonly bound: string | undefined;
  /** The fields of the request that are at fault; empty where that is not told. */
  readonly faults: readonly Fault[];

  constructor(
    status: number,
    message: string,
    code: AnyErrorCode,
    more: { retryAfterSeconds?: number; bound?: string; faults?: readonly Fault[] } = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.bound = more.bound;
    this.faults = more.faults ?? [];
  }
}

/** Codes that add nothing to their status: programs alone, which decide by the code, are told them. */
const PLAIN: ReadonlySet<AnyErrorCode> = new Set<AnyErrorCode>([
  'malformed',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'rule-broken',
  'too-many',
]);

/**
 * A failure as the API answers it: its message and the code that tells it from others of its status. Merchants' programs
 * get a code always. Pure.
 */
export const errorBody = (
  { message, code, bound, faults }: Failure,
  { isForProgram }: { readonly isForProgram: boolean },
): ErrorAnswer => ({
  message,
  ...(PLAIN.has(code) && !isForProgram ? {} : { code }),
  ...(bound === undefined ? {} : { bound }),
  ...(faults[0] === undefined ? {} : { field: faults[0].field, faults: [...faults] }),
});

/**
 * A dependency does not answer: database, node, bank. Answered with 503. The request may or may not have been carried
 * out: only a retry with the same idempotency key can tell.
 */
export class DependencyDown extends Failure {
  readonly dependency: string;

  constructor(
    dependency: string,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown; code?: AnyErrorCode } = {},
  ) {
    super(503, message, options.code ?? 'dependency-down', { retryAfterSeconds: options.retryAfterSeconds ?? 5 });
    this.name = 'DependencyDown';
    this.dependency = dependency;
    this.cause = options.cause;
  }
}

/** 400: the request can't be read. */
export const malformed = (message: string, code: AnyErrorCode = 'malformed'): Failure =>
  new Failure(400, message, code);

/** 400: fields of the request are missing, unknown or not of their form. */
export const faulty = (message: string, faults: readonly Fault[]): Failure =>
  new Failure(400, message, 'fields', { faults });

/** 401: the caller is not signed in, or the sign-in was refused. */
export const unauthorized = (message: string, code: AnyErrorCode = 'unauthorized'): Failure =>
  new Failure(401, message, code);

/** 403: the caller is signed in, and may not do this. */
export const forbidden = (message: string, code: AnyErrorCode = 'forbidden'): Failure =>
  new Failure(403, message, code);

/** 404: it does not exist, or this caller may not know that it does. */
export const notFound = (message: string, code: AnyErrorCode = 'not-found'): Failure => new Failure(404, message, code);

/** 409: it conflicts with the present state. */
export const conflict = (message: string, code: AnyErrorCode = 'conflict'): Failure => new Failure(409, message, code);

/** 422: readable, but breaks a rule; `bound` is the limit that was broken. */
export const ruleBroken = (message: string, code: AnyErrorCode = 'rule-broken', bound?: string): Failure =>
  new Failure(422, message, code, bound === undefined ? {} : { bound });

/** The same failure, naming the field that is at fault. Pure. */
export function atField(field: string, { status, message, code, bound, faults }: Failure): Failure {
  const named = faults.length > 0 ? faults : [{ field, message }];
  const more = bound === undefined ? { faults: named } : { bound, faults: named };
  return new Failure(status, message, PLAIN.has(code) ? 'fields' : code, more);
}

/**
 * Decides several fields and throws one failure with every broken rule, each by its field, instead of only the first; if only
 * one rule is broken it keeps its code and bound. What `decide` answers for a broken one is not used.
 */
export function decideFields<Decided>(decide: (of: FieldDecider) => Decided): Decided {
  const broken: Failure[] = [];
  const of: FieldDecider = (field, work, otherwise) => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 422) throw error;
      broken.push(atField(field, error));
      return otherwise;
    }
  };
  const decided = decide(of);
  const [first, ...others] = broken;
  if (first === undefined) return decided;
  throw others.length === 0
    ? first
    : new Failure(422, first.message, 'fields', { faults: broken.flatMap(({ faults }) => faults) });
}

/** Decides one field, or answers `otherwise` and keeps what is wrong with it. */
export type FieldDecider = <Value>(field: string, work: () => Value, otherwise: Value) => Value;

/** 429: too often; try again after the given seconds. */
export const tooMany = (message: string, retryAfterSeconds: number, code: AnyErrorCode = 'too-many'): Failure =>
  new Failure(429, message, code, { retryAfterSeconds });

/** 503: a dependency does not answer. */
export const dependencyDown = (dependency: string, message: string, cause?: unknown): DependencyDown =>
  new DependencyDown(dependency, message, { cause });

/** 503: this process was told to stop; another one, or its successor, takes the next request. */
export const stopping = (): Failure =>
  new Failure(503, 'This part of the service is about to stop. Please try again.', 'stopping', {
    retryAfterSeconds: 1,
  });

/** 503: this process is not ready yet; `stage` says what it does, to those who ask whether it is. */
export const starting = (retryAfterSeconds: number, stage: string | null = null): Failure =>
  new Failure(
    503,
    stage === null
      ? 'The service is starting. Your money is safe where it is, and nothing was done. Please try again in a moment.'
      : `The service is starting: ${stage}.`,
    'starting',
    { retryAfterSeconds },
  );

/** 503: too much work is waiting, so this request was not accepted. */
export const overloaded = (message: string): Failure =>
  new Failure(503, message, 'overloaded', { retryAfterSeconds: 1 });

/**
 * The configuration can't be used; the message names every variable that is missing or wrong, one per line, and never
 * its value.
 */
export class ConfigurationError extends Error {
  constructor(sentences: readonly string[], options?: { cause: unknown }) {
    super(sentences.join('\n'), options);
    this.name = 'ConfigurationError';
  }
}
