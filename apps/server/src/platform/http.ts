import { isUtf8 } from 'node:buffer';
import { setMaxListeners } from 'node:events';
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import {
  DEVICE_HEADER,
  DEVICE_PATTERN,
  type Endpoint,
  IDEMPOTENCY_KEY,
  isFile,
  isForPrograms,
  REPLAYED,
} from '@kobogate/contract';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { admitCaller, type CallerOptions, requireCaller, SIGN_IN } from './admit-caller.ts';
import { answerError, bearsKey, WRONG_FORM } from './answer-error.ts';
import { isInPieces, streamPieces } from './answer-in-pieces.ts';
import { requireKnownVersion } from './api-version.ts';
import { createBoundedServer, refuseConnection, refuseSlow } from './bounded-server.ts';
import { contentSecurityPolicy } from './content-security.ts';
import { errorBody, malformed, unauthorized } from './errors.ts';
import { newId } from './identifiers.ts';
import { readJson } from './json.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { READABLE_ANYWHERE } from './other-origins.ts';
import { createPlaces } from './places.ts';
import { readInput } from './read-input.ts';
import { LONGEST_PART, readableAddress } from './readable-address.ts';
import { followRequest, inCall } from './request-end.ts';
import type { Admit, Route } from './route.ts';
import { NO_PROXY, type TrustedProxy } from './trusted-proxies.ts';

/** No request needs more: the largest body of the API has a few hundred characters. */
const BODY_LIMIT = 64 * 1024;
const BODY_MILLISECONDS = 20_000;
/** Uploads that are received at once, each held in memory until it is complete. */
const UPLOADS = { most: 32, mostOfHolder: 4 };
const POLICY = contentSecurityPolicy();
const FOR_EVER = 'public, max-age=31536000, immutable';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that merchants' programs may make, with an API key or as a payer's page does. */
    readonly isForPrograms?: boolean;
  }
  interface FastifyInstance {
    /** Aborts when the server is about to stop, or closes: endless answers end then. */
    readonly draining?: AbortSignal;
    /** How many requests are not fully answered yet. */
    readonly countUnderWay?: () => number;
  }
}

/** What a server needs, whatever it answers. */
export interface ServerOptions {
  readonly log: Log;
  /** The product's own address: where it is of TLS, browsers are told to use no other way. */
  readonly publicOrigin?: string;
  /** The proxies whose `X-Forwarded-For` is trusted; absent: none. */
  readonly trustProxy?: TrustedProxy;
  /** Aborts when the program was told to stop. */
  readonly draining?: AbortSignal;
  readonly metrics?: Pick<Metrics, 'countAnswer'>;
  /** What answers a request in place of this server, asked at each one; absent or null: nothing does. */
  readonly passOn?: () => RequestListener | null;
}

export interface HttpOptions extends ServerOptions, CallerOptions {
  readonly admit: Admit;
}

/** An answer that is never sent, and notes the headers that it is given, as they are written. */
class NotedHeaders extends ServerResponse {
  readonly lines: (readonly [name: string, value: string])[] = [];

  override setHeader(name: string, value: number | string | readonly string[]): this {
    this.lines.push([name, String(value)]);
    return this;
  }
}

/**
 * The security headers of every answer, which depend on neither the request nor the answer: helmet is asked once, as asking it
 * at each request is about 5 % of what a short answer takes.
 */
function securityHeaders(isTls: boolean): readonly (readonly [string, string])[] {
  const secure = helmet({
    contentSecurityPolicy: false,
    // It runs over plain HTTP on a developer's machine. The operator's other hosts are not ours to decide about.
    strictTransportSecurity: isTls && { maxAge: 63_072_000, includeSubDomains: false },
    // The same as the policy's `frame-ancestors 'none'`, for browsers that only read this header.
    xFrameOptions: { action: 'deny' },
  });
  const noted = new NotedHeaders(new IncomingMessage(new Socket()));
  secure(noted.req, noted, (error) => {
    if (error !== undefined) throw error;
  });
  return noted.lines;
}

function refuseSchemas(): never {
  throw new Error('Fastify schemas are not compiled here: the contract has the schema of each call.');
}

/**
 * An HTTP server that answers every error as `{message}`, some with a `code`, with the right status and never a stack
 * trace; with strict security headers, a request id on every answer and log line, and JSON that keeps numbers exact.
 */
export async function createHttp(options: ServerOptions): Promise<FastifyInstance> {
  // Fastify's instance type carries its logger's type; declaring the base type keeps it simple.
  const loggerInstance: FastifyBaseLogger = options.log;
  const http: FastifyInstance = Fastify({
    loggerInstance,
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? NO_PROXY,
    genReqId: newId,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    // Requests that still arrive on an open connection are answered, and the connection is closed afterwards.
    return503OnClosing: false,
    clientErrorHandler: refuseConnection,
    serverFactory: (handler) =>
      createBoundedServer((request, response) => (options.passOn?.() ?? handler)(request, response), {
        isProxy: (address) => options.trustProxy?.(address, 0) ?? false,
      }),
    rewriteUrl: readableAddress,
    routerOptions: { maxParamLength: LONGEST_PART },
    // The contract's own schemas check every request; Fastify's compilers for its kind would be loaded for nothing.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // An address that can't be decoded reaches no route, and so neither the hooks nor the error handler below.
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      followRequest(request, reply, { metrics: options.metrics });
      void reply
        .code(400)
        .header('cache-control', 'no-store')
        .send(errorBody(malformed(WRONG_FORM), { isForProgram: bearsKey(request) }));
    },
  });
  const secure = securityHeaders(options.publicOrigin?.startsWith('https:') === true);
  // On the raw answer: a stream of events bypasses Fastify's own headers. A page that others may embed takes one away again.
  http.addHook('onRequest', (_request, reply, next) => {
    for (const [name, value] of secure) reply.raw.setHeader(name, value);
    next();
  });
  http.removeContentTypeParser(['application/json', 'text/plain']);
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, bytes.length === 0 ? {} : readJson(readText(bytes)));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body'));
    }
  });
  const closing = new AbortController();
  const draining = AbortSignal.any([closing.signal, ...(options.draining === undefined ? [] : [options.draining])]);
  // Each stream of events adds a listener.
  setMaxListeners(0, draining);
  http.decorate('draining', draining);
  http.addHook('preClose', async () => closing.abort());
  let underWay = 0;
  http.decorate('countUnderWay', () => underWay);
  http.decorateRequest('followed');
  const onEnd = (): void => {
    underWay -= 1;
  };
  http.addHook('onSend', async (_request, reply) => {
    // The next request on this connection would get no answer.
    if (draining.aborted) reply.header('connection', 'close');
  });
  http.addHook('onRequest', async (request, reply) => {
    underWay += 1;
    followRequest(request, reply, { metrics: options.metrics, onEnd });
    // An upload may take as long as the server allows any request, for slow phones.
    if ((request.routeOptions.bodyLimit ?? BODY_LIMIT) <= BODY_LIMIT)
      refuseSlow(request.raw, reply.raw, BODY_MILLISECONDS);
    reply.header('x-request-id', request.id).header('content-security-policy', POLICY);
  });
  http.setErrorHandler((error, request, reply) =>
    answerError(error, request, reply, request.routeOptions.bodyLimit ?? BODY_LIMIT),
  );
  return http;
}

/**
 * Mounts routes below a prefix: authenticates the caller, checks the role, parses all input, then calls the use case.
 */
export function mountRoutes(
  http: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  options: HttpOptions,
): void {
  const takeUpload = createPlaces(UPLOADS, {
    tooMany: 'Too many of your files are being uploaded. Please send one after the other.',
    full: 'Too many files are being uploaded at the moment. Please try again in a moment.',
  });
  for (const { endpoint, handle, worth = unknownWorth } of routes) {
    const url = prefix + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    if (endpoint.isOpen) allowOtherOrigins(http, url, endpoint);
    mount(http, {
      method: endpoint.method,
      url,
      config: { isForPrograms: isForPrograms(endpoint) },
      ...(endpoint.fileLimit === null ? {} : { bodyLimit: endpoint.fileLimit }),
      onRequest: async (request, reply) => {
        // Set before any refusal: a page of another origin could not read the reason otherwise.
        if (endpoint.isOpen) reply.headers(READABLE_ANYWHERE);
        requireKnownVersion(request);
        if (endpoint.fileLimit === null) return;
        // Before the file is read: only authenticated callers may use megabytes of memory, and each only so many at
        // once.
        const { userId } = await admitCaller(request, reply, endpoint, options);
        reply.raw.once('close', takeUpload(userId));
      },
      handler: (request, reply) =>
        inCall(request, async () => {
          // The sender of a file was counted before it was read.
          const identify = endpoint.fileLimit === null ? admitCaller : requireAgain;
          const caller = endpoint.access === 'public' ? null : await identify(request, reply, endpoint, options);
          const { params, query } = request;
          const input = () => readInput(endpoint, { params, query, body: request.body ?? {} });
          // Before the input is checked: a caller without the right learns nothing about it.
          if (caller !== null) await options.admit(caller, endpoint, () => worth(input()));
          const result = await handle({
            ...input(),
            get caller() {
              if (caller === null) throw unauthorized(SIGN_IN);
              return caller;
            },
            address: request.ip,
            userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
            device: readDevice(request),
            idempotencyKey: readIdempotencyKey(request),
            onRepeat: () => void reply.header(REPLAYED, 'true'),
            setHeader: (name, value) => void reply.header(name, value),
          });
          if (endpoint.media !== 'application/json') {
            const type = isFile(endpoint.media) ? endpoint.media : `${endpoint.media}; charset=utf-8`;
            reply.type(type).header('content-disposition', endpoint.isLasting ? 'inline' : 'attachment');
          }
          return reply
            .code(endpoint.success)
            .header('cache-control', endpoint.isLasting ? FOR_EVER : 'no-store')
            .send(isInPieces(result) ? await streamPieces(result, reply.raw) : result);
        }),
    });
  }
}

const requireAgain = (request: FastifyRequest, _reply: FastifyReply, endpoint: Endpoint, options: HttpOptions) =>
  requireCaller(request, endpoint, options);

const unknownWorth = async (): Promise<null> => null;

function mount(http: FastifyInstance, options: RouteOptions): void {
  if (options.bodyLimit === undefined) http.route(options);
  else {
    void http.register(async (scope) => {
      readBodiesAsBytes(scope);
      scope.route(options);
    });
  }
}

/** Within `scope` a body of any type stays as bytes. */
export function readBodiesAsBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
}

// No session is passed on: neither cookies, which the API does not use, nor the header that carries a token.
function allowOtherOrigins(http: FastifyInstance, url: string, { method }: Pick<Endpoint, 'method'>): void {
  http.options(url, (_request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-allow-methods', method)
      .header('access-control-allow-headers', 'accept, content-type, idempotency-key, kobogate-version')
      .header('access-control-max-age', '86400')
      .code(204)
      .send(),
  );
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw malformed(
      'The Idempotency-Key header must be 1 to 100 letters, digits, dots, colons, dashes or underscores.',
      'idempotency-key-malformed',
    );
  }
  return key;
}

function readDevice(request: FastifyRequest): string | undefined {
  const device = request.headers[DEVICE_HEADER.toLowerCase()];
  if (device === undefined) return undefined;
  if (typeof device !== 'string' || !DEVICE_PATTERN.test(device)) {
    throw malformed(`The ${DEVICE_HEADER} header must be 22 to 100 letters, digits, dashes or underscores.`);
  }
  return device;
}

// A body that is not UTF-8 would otherwise be stored with replacement characters in it.
function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformed('The request is not valid UTF-8 text. Please check it and try again.');
  return bytes.toString('utf8');
}
