import type { FastifyInstance } from 'fastify';
import type { SendToApi } from './ask-api.ts';

/** Calls this server's own API without a socket: the same checks, limits and answers as from outside. */
export function sendInProcess(http: FastifyInstance, prefix: string): SendToApi {
  return async ({ method, path, headers, body, visitor }) => {
    const answer = await http.inject({
      method,
      url: prefix + path,
      headers: { ...headers },
      remoteAddress: visitor,
      ...(body === null ? {} : { payload: body }),
    });
    const retryAfter = answer.headers['retry-after'];
    return { status: answer.statusCode, json: answer.json<unknown>(), retryAfter };
  };
}
