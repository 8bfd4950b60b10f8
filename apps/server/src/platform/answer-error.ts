import { API_KEY_PREFIX } from '@kobogate/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DependencyDown, errorBody, Failure, malformed } from './errors.ts';

export const WRONG_FORM = 'The request is not of the right form.';

/**
 * Answers an error in words: a `Failure` with its status, and what Fastify refused with Fastify's status; `bodyLimit` is the
 * number of bytes that a body may have here. Any other error is logged and answered with 500, without its words.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  bodyLimit: number,
): FastifyReply {
  // The answer may hold the caller's own data, and is true at this moment only.
  reply.header('cache-control', 'no-store');
  const failure = asFailure(error, bodyLimit);
  if (failure === null) {
    request.log.error({ err: error }, 'a request failed unexpectedly');
    const message = 'Something went wrong on our side. Nothing was lost; please try again.';
    return reply.code(500).send({ message, code: 'internal' });
  }
  if (error instanceof DependencyDown)
    request.log.warn({ err: error, dependency: error.dependency }, 'a dependency is down');
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds);
  const isForProgram = request.routeOptions.config.isForPrograms === true || bearsKey(request);
  return reply.code(failure.status).send(errorBody(failure, { isForProgram }));
}

/** Whether a request is of a program, by its token. */
export const bearsKey = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => {
  const [scheme, token] = headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' && token?.startsWith(API_KEY_PREFIX) === true;
};

const describeBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} kB` : `${Math.floor(bytes / 1024 / 1024)} MB`;

function asFailure(error: unknown, bodyLimit: number): Failure | null {
  if (error instanceof Failure) return error;
  const status = refusedStatus(error);
  if (status === 413)
    return new Failure(413, `What you sent is too large: ${describeBytes(bodyLimit)} is the most here.`, 'too-large');
  if (status === 415) return new Failure(415, 'Please send JSON (Content-Type: application/json).', 'not-json');
  return status === null ? null : malformed(WRONG_FORM);
}

/**
 * The status from 400 to 499 of a request that Fastify refused before it reached its route; null for any other error.
 * Pure.
 */
export function refusedStatus(error: unknown): number | null {
  if (error instanceof Failure) return error.status < 500 ? error.status : null;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
