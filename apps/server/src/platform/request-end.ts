import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Metrics, NO_ROUTE } from './metrics.ts';
import { type AnsweredCall, beginCall } from './tracing.ts';

type CountAnswers = Pick<Metrics, 'countAnswer'>;

/** By machines, every few seconds: their answers are in the metrics. */
const ASKED_ALL_THE_TIME: ReadonlySet<string> = new Set(['/api/health', '/api/live', '/api/ready']);
/** The status under which a caller who left before the answer is logged and counted. */
const LEFT_EARLY = 499;

/**
 * Logs and counts a request; called once. `status` is the one that was sent, or 499 where nothing was before the caller
 * left. Holds neither the request nor its answer.
 */
export type NoteEnd = (isWhole: boolean, status: number) => void;

interface Followed {
  readonly call: AnsweredCall;
  readonly note: (...end: [...Parameters<NoteEnd>, isStream?: boolean]) => void;
  /** Stops waiting for the end of the answer. */
  readonly unwatch: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** On the request itself: what a map of weak keys holds outlives them until the next full collection of garbage. */
    followed?: Followed;
  }
}

/** Does work within the trace of its request. */
export const inCall = <Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> =>
  request.followed?.call.within(work) ?? work();

/** Traces a request from now on; once it has ended it is logged and counted, and `onEnd` is called: once, however it ends. */
export function followRequest(
  request: FastifyRequest,
  { raw: answer }: FastifyReply,
  { metrics, onEnd }: { readonly metrics: CountAnswers | undefined; readonly onEnd?: () => void },
): void {
  const call = beginCall(request.method, request.headers['traceparent']);
  const note = createNote(request, call, { metrics, onEnd });
  const unwatch = onceAnswered(request.raw.socket, answer, (isWhole) =>
    note(isWhole, isWhole || answer.headersSent ? answer.statusCode : LEFT_EARLY),
  );
  request.followed = { call, note, unwatch };
}

/** Leaves it to the stream that answers a request to note its end; undefined where the request is not followed. */
export function takeOverEnd(request: FastifyRequest): NoteEnd | undefined {
  const { followed } = request;
  if (followed === undefined) return undefined;
  followed.unwatch();
  const { note } = followed;
  return (isWhole, status) => note(isWhole, status, true);
}

/**
 * Notes a request's end: under the status 499, as nginx does, where its caller left before anything was sent, else under the
 * status that was, and `isCut`.
 */
function createNote(
  request: FastifyRequest,
  { traceId, end }: AnsweredCall,
  { metrics, onEnd }: { readonly metrics: CountAnswers | undefined; readonly onEnd: (() => void) | undefined },
): Followed['note'] {
  const since = performance.now();
  const { method, log } = request;
  // The path without its query: a reset token must not reach the log.
  const path = request.url.split('?', 1)[0];
  const route = request.routeOptions.url ?? NO_ROUTE;
  return (isWhole, status, isStream = false) => {
    onEnd?.();
    const ms = performance.now() - since;
    const line = {
      method,
      path,
      status,
      milliseconds: Math.round(ms),
      ...(!isWhole && status !== LEFT_EARLY && { isCut: true }),
      ...(traceId && { traceId }),
    };
    end({ route, status });
    metrics?.countAnswer({ method, route, status, seconds: isStream ? null : ms / 1000 });
    const words = isWhole ? 'answered' : 'the caller left before the end of the answer';
    if (ASKED_ALL_THE_TIME.has(route)) log.debug(line, words);
    else if (status >= 500) log.warn(line, words);
    else log.info(line, words);
  };
}

/**
 * Calls `then` once when an answer is out or its caller has left, and returns the way to stop that. One that waits behind
 * another on its connection never closes by itself, so the connection is watched too.
 */
function onceAnswered(socket: Socket, answer: ServerResponse, then: (isWhole: boolean) => void): () => void {
  let isOver = false;
  const unwatch = (): void => {
    isOver = true;
    answer.off('finish', onFinish).off('close', onClose);
    socket.off('close', onClose);
  };
  const end = (isWhole: boolean): void => {
    // A listener is still called where the event that removes it was under way.
    if (isOver) return;
    unwatch();
    then(isWhole);
  };
  const onFinish = (): void => end(true);
  const onClose = (): void => end(false);
  answer.once('finish', onFinish).once('close', onClose);
  socket.once('close', onClose);
  return unwatch;
}
