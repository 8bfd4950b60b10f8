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

/** The span of each request that is being answered. */
const calls = new WeakMap<FastifyRequest, AnsweredCall>();

/** Does work within the trace of its request. */
export const inCall = <Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> =>
  calls.get(request)?.within(work) ?? work();

/** Traces a request from now on; once it has ended it is logged and counted, and `onEnd` is called: once, however it ends. */
export function followRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, onEnd }: { readonly metrics: CountAnswers | undefined; readonly onEnd?: () => void },
): void {
  calls.set(request, beginCall(request.method, request.headers['traceparent']));
  const since = performance.now();
  onceAnswered(request.raw.socket, reply.raw, (isWhole) => {
    onEnd?.();
    noteEnd(request, reply, { isWhole, ms: performance.now() - since, metrics });
  });
}

/**
 * Logs and counts a request, once, when its answer is out or its caller has left: then with the status 499, as nginx does,
 * where nothing was sent yet, else with the status that was, and `isCut`.
 */
function noteEnd(
  request: FastifyRequest,
  { raw }: FastifyReply,
  {
    isWhole,
    ms,
    metrics,
  }: { readonly isWhole: boolean; readonly ms: number; readonly metrics: CountAnswers | undefined },
): void {
  const isCut = !isWhole && raw.headersSent;
  const status = isWhole || isCut ? raw.statusCode : LEFT_EARLY;
  // The path without its query: a reset token must not reach the log.
  const path = request.url.split('?', 1)[0];
  const route = request.routeOptions.url ?? NO_ROUTE;
  const { method } = request;
  const call = calls.get(request);
  const traceId = call?.traceId;
  const line = {
    method,
    path,
    status,
    milliseconds: Math.round(ms),
    ...(isCut && { isCut }),
    ...(traceId && { traceId }),
  };
  call?.end({ route, status });
  metrics?.countAnswer({ method, route, status, seconds: ms / 1000 });
  const words = isWhole ? 'answered' : 'the caller left before the end of the answer';
  if (ASKED_ALL_THE_TIME.has(route)) request.log.debug(line, words);
  else if (status >= 500) request.log.warn(line, words);
  else request.log.info(line, words);
}

/**
 * Calls `then` once when an answer is out or its caller has left. One that waits behind another on its connection never
 * closes by itself, so the connection is watched too.
 */
function onceAnswered(socket: Socket, answer: ServerResponse, then: (isWhole: boolean) => void): void {
  let isOver = false;
  const end = (isWhole: boolean): void => {
    answer.off('finish', onFinish).off('close', onClose);
    socket.off('close', onClose);
    if (!isOver) then(isWhole);
    isOver = true;
  };
  const onFinish = (): void => end(true);
  const onClose = (): void => end(false);
  answer.once('finish', onFinish).once('close', onClose);
  socket.once('close', onClose);
}
