import { API_VERSION, API_VERSION_HEADER, API_VERSIONS } from '@kobogate/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed } from './errors.ts';

const KNOWN: ReadonlySet<unknown> = new Set(API_VERSIONS);

/** Says on every answer below `prefix`, of the streams too, which version of the API gave it. */
export function tellVersion(http: FastifyInstance, prefix: string): void {
  http.addHook('onRequest', async (request, reply) => {
    // On the raw response: a stream of events bypasses Fastify's own headers.
    if (request.url.startsWith(`${prefix}/`)) reply.raw.setHeader(API_VERSION_HEADER, API_VERSION);
  });
}

/** Throws 400 where a request names a version of the API that is not answered here; naming none is allowed. */
export function requireKnownVersion({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const named = headers[API_VERSION_HEADER.toLowerCase()];
  if (named === undefined || KNOWN.has(named)) return;
  throw malformed(
    `This server does not answer the version of the API that ${API_VERSION_HEADER} names. It answers ${API_VERSIONS.join(', ')}. Nothing was done.`,
    'version-unknown',
  );
}
