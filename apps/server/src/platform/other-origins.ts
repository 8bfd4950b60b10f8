import { API_VERSION_HEADER, RATE_LIMIT_HEADERS, REPLAYED } from '@kobogate/contract';
import type { FastifyInstance } from 'fastify';
import { isLoopback } from './outside-address.ts';

const READABLE_HEADERS = [
  'Retry-After',
  'X-Request-Id',
  'Content-Disposition',
  API_VERSION_HEADER,
  REPLAYED,
  ...Object.keys(RATE_LIMIT_HEADERS),
].join(', ');

/** The headers that let pages of other origins read an answer, whether it is a success or an error. */
export const READABLE_ANYWHERE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': READABLE_HEADERS,
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/**
 * Reads CORS_ORIGINS: origins as browsers send them (`https://shop.example`, no path), commas between; http only for
 * this machine. Null where one of them has another form. Pure.
 */
export function readOrigins(text: string): readonly string[] | null {
  const origins = text.split(',').map((origin) => origin.trim());
  return origins.every(isUsable) ? origins : null;
}

function isUsable(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return text === origin && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)));
}

/**
 * Lets pages of these origins call everything below `prefix`, with a token in the Authorization header. Never with
 * cookies, which the API does not use. Pages of other origins can read public endpoints, as before.
 */
export function allowOrigins(http: FastifyInstance, prefix: string, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  http.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${prefix}/`)) return undefined;
    // On the raw response: a stream of events bypasses Fastify's own headers.
    const response = reply.raw.appendHeader('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return undefined;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-expose-headers', READABLE_HEADERS);
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return undefined;
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      .header('access-control-allow-headers', 'accept, authorization, content-type, idempotency-key, kobogate-version')
      .header('access-control-max-age', '600')
      .code(204)
      .send();
  });
}
