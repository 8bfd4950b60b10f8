import type { ErrorCode } from './contract.ts';

/**
 * Why a call failed: `refused` the server refused it, and says why, or nothing was sent, as an id can be none; `unavailable` the server could not do it at the
 * moment; `network` no answer; `timeout` no answer in time; `unreadable` an answer that does not come from Kobogate.
 * After the last four it is not known whether the call was carried out.
 */
export type FailureKind = 'refused' | 'unavailable' | 'network' | 'timeout' | 'unreadable';

/** What is wrong with one field of a call, whose name has its place in it, such as `accepted.0.network`. */
export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** A call that did not succeed. `message` is the server's own sentence where it gave one. */
export class KobogateError extends Error {
  readonly kind: FailureKind;
  /** The answer's status; 0 where there was none. */
  readonly status: number;
  /**
   * The server's code, such as `link-used`; null where there was no answer of its. A newer server may have codes that
   * are not among the known ones.
   */
  readonly code: ErrorCode | (string & Record<never, never>) | null;
  /** The first field at fault; null where the server named none. */
  readonly field: string | null;
  /** The limit that was not kept, such as `₦1,000.00`; null where there is none. */
  readonly bound: string | null;
  /** The fields at fault, all at once; empty where the server named none. */
  readonly faults: readonly Fault[];
  /** Names the request in the server's log. */
  readonly requestId: string | null;
  /** How long to wait, where the server said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    {
      status = 0,
      code = null,
      bound = null,
      faults = [],
      requestId = null,
      retryAfterSeconds = null,
      cause,
    }: {
      status?: number;
      code?: string | null;
      bound?: string | null;
      faults?: readonly Fault[];
      requestId?: string | null;
      retryAfterSeconds?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause });
    this.name = 'KobogateError';
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.bound = bound;
    this.field = faults[0]?.field ?? null;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Why a webhook was not believed. */
export type WebhookProblem = 'no-signature' | 'wrong-signature' | 'too-old' | 'unreadable';

/** A request that must not be acted on: answer 400 to it. */
export class WebhookError extends Error {
  readonly problem: WebhookProblem;

  constructor(problem: WebhookProblem, message: string) {
    super(message);
    this.name = 'WebhookError';
    this.problem = problem;
  }
}
