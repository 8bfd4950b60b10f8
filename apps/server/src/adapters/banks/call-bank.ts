import { readAnswerJson } from '../../platform/answer-json.ts';
import type { Deadline } from '../../platform/deadline.ts';
import type { Log } from '../../platform/log.ts';
import { instruct } from './instruct.ts';
import { describeLoss, type Reply } from './reply.ts';

export type CallBank = (
  path: string,
  more?: {
    readonly body?: string;
    readonly headers?: Readonly<Record<string, string>>;
    /** Only for a call that moves money: it is sent before this deadline, on its own connection, or not at all. */
    readonly deadline?: Deadline;
  },
) => Promise<Reply>;

export interface CallOptions {
  /** Without the slash at its end. */
  readonly url: string;
  /** How long to wait for an answer; 15 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MILLISECONDS = 15_000;

/**
 * Calls a provider: POST where there is a body, which is JSON, else GET. Follows no redirect, waits 15 seconds at most,
 * never throws. Where a 401 means that our key is refused, `keyLog` gets an entry: no payout moves until the operator
 * fixes it.
 */
export function createBankCaller(
  { url, timeoutMs = TIMEOUT_MILLISECONDS }: CallOptions,
  {
    headers = {},
    keyLog,
  }: { headers?: Readonly<Record<string, string>>; keyLog?: { readonly rail: string; readonly log: Log } } = {},
): CallBank {
  return async (path, more = {}) => {
    const { body } = more;
    const own = { ...headers, ...more.headers };
    const told = (reply: Reply): Reply => {
      const isRefused = reply.kind === 'answered' && reply.status === 401;
      if (isRefused) keyLog?.log.error({ rail: keyLog.rail }, 'a bank rail refuses our key');
      return reply;
    };
    if (body !== undefined && more.deadline !== undefined) {
      return told(await instruct(url + path, { headers: own, body, deadline: more.deadline, timeoutMs }));
    }
    try {
      const response = await fetch(url + path, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { accept: 'application/json', ...own },
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              headers: { accept: 'application/json', 'content-type': 'application/json', ...own },
              body,
            }),
      });
      return told({ kind: 'answered', status: response.status, body: await readAnswerJson(response) });
    } catch (error) {
      return { kind: 'lost', reason: describeLoss(error) };
    }
  };
}
