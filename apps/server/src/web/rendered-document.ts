import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A document in every encoding that may be requested. */
export interface RenderedDocument {
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** Compresses a document once, for all requests. */
export async function encodeDocument(html: string): Promise<RenderedDocument> {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: identity.length } }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  return { etag: `W/"${digest}"`, bodies: { br, gzip: zipped, identity } };
}

/** The smallest encoding that an `Accept-Encoding` header accepts; one with the weight 0 is refused. Pure. */
export function bestEncoding(accepted: string | undefined): Encoding {
  const entries = (accepted ?? '').toLowerCase().split(',');
  const taken = entries
    .map((entry) => entry.trim().split(/\s*;\s*/))
    .filter(([, weight = 'q=1']) => !/^q=0(?:\.0*)?$/.test(weight));
  const isTaken = (encoding: Encoding): boolean => taken.some(([name]) => name === encoding);
  return isTaken('br') ? 'br' : isTaken('gzip') ? 'gzip' : 'identity';
}

/** Whether an `If-None-Match` header names this version: the browser then has it already. Pure. */
export function isKnown(etag: string, header: string | undefined): boolean {
  const strip = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || strip(tag) === strip(etag));
}

/**
 * Sends a document in the smallest accepted encoding, or 304 where the browser has it and it is no error; browsers
 * revalidate it each time.
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies }: RenderedDocument,
): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
  const encoding = bestEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(bodies[encoding]);
}

// Of 11: higher levels take more time than they save, for a document that is sent once.
const QUICK_QUALITY = 5;

/** Sends a document that was drawn for this request alone, in the smallest accepted encoding; it is not cached. */
export async function sendOnce(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  const encoding = bestEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(await encodeOnce(html, encoding));
}

async function encodeOnce(html: string, encoding: Encoding): Promise<Buffer> {
  const body = Buffer.from(html);
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return promisify(gzip)(body);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}
